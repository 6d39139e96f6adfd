"""Tables of documents, their inputs, chunks and turns."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, HashIndex
from django.db import models
from django.db.models import F, Q

from memoryhub.ai.models import Vector
from memoryhub.core import clock, ids
from memoryhub.spaces.models import Space


class Document(models.Model):
    """Original content fed in. `revision` counts what it said; `remembered_revision` is the one memories come from.

    `title` and `document_date` are what whoever submitted it `stated`, by these names, or else what each revision says.
    `properties` are what the content says of itself (author, sender, site ...), `places` where its pages, slides or
    sheets begin: `[start, kind, label]`, ascending. A document found inside another (a file of an archive, a mail of a
    mailbox) names that as its `container`, and its `path` there.
    """

    class Stage(models.TextChoices):
        EXTRACTING = "extracting"
        CHUNKING = "chunking"
        EMBEDDING = "embedding"
        INDEXING = "indexing"
        REMEMBERING = "remembering"
        LINKING = "linking"

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    class Outcome(models.TextChoices):
        NONE = ""
        REMEMBERED = "remembered"
        NOTHING = "nothing_to_extract"
        UNPACKED = "unpacked"

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="documents")
    custom_id = models.CharField(max_length=255, null=True, blank=True)  # noqa: DJ001 - unique where given
    kind = models.CharField(max_length=32)
    title = models.CharField(max_length=500, blank=True)
    summary = models.TextField(blank=True)
    url = models.TextField(blank=True)
    source = models.CharField(max_length=32, blank=True)
    origin = models.CharField(max_length=120, blank=True)
    added_by_kind = models.CharField(max_length=16)
    added_by_id = models.CharField(max_length=64)
    content = models.TextField(blank=True)
    file = models.CharField(max_length=64, blank=True)
    file_name = models.CharField(max_length=500, blank=True)
    media_type = models.CharField(max_length=127, blank=True)
    size = models.BigIntegerField(default=0)
    content_hash = models.CharField(max_length=64)
    language = models.CharField(max_length=16, blank=True)
    metadata = models.JSONField(default=dict, blank=True)
    properties = models.JSONField(default=dict, blank=True)
    places = models.JSONField(default=list, blank=True)
    container = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="members", db_constraint=False
    )
    path = models.CharField(max_length=500, blank=True)
    document_date = models.DateTimeField(null=True, blank=True)
    stated = ArrayField(models.CharField(max_length=16), default=list, blank=True)
    revision = models.PositiveIntegerField(default=1)
    remembered_revision = models.PositiveIntegerField(null=True, blank=True)
    stage = models.CharField(max_length=16, choices=Stage.choices, default=Stage.EXTRACTING)
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.QUEUED)
    outcome = models.CharField(max_length=32, choices=Outcome.choices, default=Outcome.NONE, blank=True)
    error_code = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    stage_times = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=clock.now)
    updated_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "id"], name="document_space_id"),
            models.UniqueConstraint(
                fields=["space", "custom_id"], condition=Q(custom_id__isnull=False), name="document_custom_id"
            ),
            models.UniqueConstraint(
                fields=["space", "container", "path"],
                condition=Q(container__isnull=False),
                name="document_path_in_container",
            ),
            models.CheckConstraint(
                condition=Q(container__isnull=True) | (~Q(path="") & ~Q(container=F("id"))),
                name="document_in_container",
            ),
            models.CheckConstraint(
                condition=Q(remembered_revision__isnull=True) | Q(remembered_revision__lte=F("revision")),
                name="document_remembered_past",
            ),
            models.CheckConstraint(
                condition=Q(stage__in=["extracting", "chunking", "embedding", "indexing", "remembering", "linking"]),
                name="document_stage",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["queued", "running", "waiting", "done", "failed", "cancelled"]),
                name="document_status",
            ),
            models.CheckConstraint(
                condition=~Q(status="waiting") | Q(next_try_at__isnull=False), name="document_waits_until"
            ),
            models.CheckConstraint(condition=~Q(status="failed") | ~Q(error_code=""), name="document_failed_why"),
        ]
        indexes = [
            models.Index(fields=["space", "-created_at", "-id"], name="document_newest"),
            models.Index(fields=["space", "content_hash"], name="document_hash"),
            models.Index(fields=["status", "updated_at"], name="document_in_work"),
            # With the outcome, so that counting a space reads nothing else.
            models.Index(
                fields=["space", "status", "-created_at", "-id"], include=["outcome"], name="document_by_status"
            ),
            # Thousands that wait are newer than what is finished.
            models.Index(
                fields=["space", "-created_at", "-id"],
                condition=Q(status__in=["done", "cancelled"]),
                name="document_ended",
            ),
        ]

    def __str__(self) -> str:
        return self.title or str(self.id)


class DocumentInput(models.Model):
    """One submit or append, folded into the document in order, so that rapid writes lose nothing.

    A text, the file whose hash it bears, or what the worker finds at a `url`: of that the hash is known, and the file
    there, once it was fetched.
    """

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="inputs", db_constraint=False)
    position = models.PositiveIntegerField()
    mode = models.CharField(max_length=8, choices=[("replace", "replace"), ("append", "append")])
    text = models.TextField(blank=True)
    url = models.TextField(blank=True)
    content_hash = models.CharField(max_length=64)
    fetched_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField()
    added_by_kind = models.CharField(max_length=16)
    added_by_id = models.CharField(max_length=64)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "document", "position"], name="input_position"),
            models.CheckConstraint(condition=Q(mode__in=["replace", "append"]), name="input_mode"),
        ]
        # A hash, since an address is longer than what other indexes take.
        indexes = [HashIndex(fields=["url"], condition=~Q(url=""), name="input_url")]

    def __str__(self) -> str:
        return f"{self.mode} {self.position} of {self.document_id}"


class Chunk(models.Model):
    """A slice of a document, with its span in the document's content; in a conversation one chunk is one turn."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks", db_constraint=False)
    revision = models.PositiveIntegerField()
    index = models.PositiveIntegerField()
    text = models.TextField()
    embed_text = models.TextField(blank=True)
    index_text = models.TextField(blank=True)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    heading = models.CharField(max_length=500, blank=True)
    language = models.CharField(max_length=16, blank=True)
    tokens = ArrayField(models.TextField(), null=True)
    length = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "id"], name="chunk_space_id"),
            models.UniqueConstraint(fields=["space", "document", "revision", "index"], name="chunk_index"),
            models.CheckConstraint(condition=Q(end__gte=F("start")), name="chunk_span"),
        ]
        indexes = [
            GinIndex(fields=["space", "tokens"], name="chunk_tokens"),
            # What a search asks of every chunk of a space, without reading their texts.
            models.Index(
                fields=["space", "id"], include=["length"], condition=Q(tokens__isnull=False), name="chunk_searched"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.document_id}[{self.index}]"


class Turn(models.Model):
    """What makes a chunk a turn of a conversation."""

    chunk = models.OneToOneField(
        Chunk, on_delete=models.CASCADE, primary_key=True, related_name="turn", db_constraint=False
    )
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    speaker = models.CharField(max_length=120, blank=True)
    role = models.CharField(max_length=32, blank=True)
    session = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.speaker} in {self.chunk_id}"


class ChunkVector(Vector):
    """The embedding of a chunk by one model."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="vectors", db_constraint=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["space_id", "chunk", "model"], name="chunk_vector_once")]
        indexes = [models.Index(fields=["space_id", "model"], name="chunk_vector_space")]

    def __str__(self) -> str:
        return f"vector of {self.chunk_id}"


class Answer(models.Model):
    """What a call with an idempotency key was answered, so that the same call again gets the same and does nothing.

    `part` counts the items of a call that holds several; `body` is JSON, and empty once its document is deleted.
    """

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_index=False)
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    key = models.CharField(max_length=255)
    part = models.PositiveSmallIntegerField()
    request_hash = models.CharField(max_length=64)
    document = models.ForeignKey(
        Document, on_delete=models.SET_NULL, null=True, related_name="answers", db_constraint=False
    )
    status = models.PositiveSmallIntegerField()
    body = models.TextField(blank=True)
    at = models.DateTimeField(default=clock.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "actor_kind", "actor_id", "key", "part"], name="answer_once"),
        ]

    def __str__(self) -> str:
        return f"{self.status} for {self.key}"
