"""Documents and their chunks on the wire."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memoryhub.api import parsing
from memoryhub.api.endpoint import Problem
from memoryhub.api.fields import Choice, Exact, Given, Id, Metadata, Moment, Name, PageQuery, PlaceShown, Shown, Text
from memoryhub.core import clock
from memoryhub.documents import selectors
from memoryhub.documents.models import Chunk, Document
from memoryhub.ingest import extract
from memoryhub.ingest.submission import LONGEST

DOCUMENT_BYTES: int = settings.MEMORYHUB_LIMITS["document_bytes"]
UPLOAD_BYTES: int = settings.MEMORYHUB_LIMITS["upload_bytes"]
SORTS = ("-created_at", "created_at", "-updated_at", "updated_at")
MOST_IDS = 500
MOST_ITEMS = 100


class DocumentQuery(PageQuery):
    """Which documents."""

    status = serializers.ChoiceField(choices=Document.Status.choices, required=False)
    kind = serializers.ChoiceField(choices=extract.kinds(), required=False)
    container = Id(required=False, help_text="Only what was found inside this document.")
    sort = serializers.ChoiceField(choices=SORTS, default="-created_at")


class DocumentDetails(Given):
    """What may be said about a document beside its content."""

    kind = Choice(choices=extract.kinds(), required=False, help_text="Found out from the content if left out.")
    custom_id = Exact(
        required=False, max_length=LONGEST["custom_id"], help_text="Your own name for it; the same again replaces it."
    )
    title = Name(required=False, allow_blank=True, max_length=LONGEST["title"])
    url = Name(required=False, allow_blank=True, max_length=LONGEST["url"])
    source = Name(  # type: ignore[assignment]  # the name of a field on the wire
        required=False, max_length=LONGEST["source"], help_text="What kind of place it is from."
    )
    origin = Name(required=False, allow_blank=True, max_length=LONGEST["origin"], help_text="Which program sent it.")
    document_date = Moment(required=False, begins=True, help_text="When it was said: relative dates count from here.")


class NewDocument(DocumentDetails):
    """A text to take in, or the address of a web page: exactly one of `content` and `url`."""

    content = Text(required=False, max_length=DOCUMENT_BYTES, help_text=f"At most {DOCUMENT_BYTES:,} bytes in UTF-8.")
    url = Name(
        required=False,
        max_length=LONGEST["url"],
        help_text="A page or file at http:// or https://, fetched in the background; the same again is fetched anew.",
    )
    name = Name(required=False, allow_blank=True, max_length=LONGEST["name"], help_text="A file name.")
    media_type = Name(required=False, max_length=127)
    metadata = Metadata(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two; the error names both."""
        if ("content" in attrs) == ("url" in attrs):
            message = "Give either content or url, not both and not neither."
            raise serializers.ValidationError({"content": [message], "url": [message]})
        return attrs


class AsSent(serializers.Field[Any, Any, Any, Any]):
    """A value that is checked later."""

    def to_internal_value(self, data: Any) -> Any:
        """The value."""
        return data


@extend_schema_field(
    {"type": "array", "minItems": 1, "maxItems": MOST_ITEMS, "items": {"$ref": "#/components/schemas/NewDocument"}}
)
class Items(serializers.ListField):
    """Documents, each checked when its turn comes."""

    child = AsSent()


class NewDocuments(Given):
    """Documents to take in."""

    items = Items(allow_empty=False, max_length=MOST_ITEMS)


@extend_schema_field({"type": "string", "description": "A JSON object, as text."})
class MetadataText(Metadata):
    """Metadata in a form field."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The object the text stands for."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(parsing.loads(data))


class UploadedDocument(DocumentDetails):
    """A file to take in; its name and type are the upload's own."""

    file = serializers.FileField(
        allow_empty_file=False, max_length=LONGEST["name"], help_text=f"At most {UPLOAD_BYTES:,} bytes."
    )
    metadata = MetadataText(required=False)


class Addition(Given):
    """A text that comes after what the document says."""

    content = Text(max_length=DOCUMENT_BYTES)


class DocumentIds(Given):
    """Some documents."""

    ids = serializers.ListField(child=Id(), allow_empty=False, max_length=MOST_IDS)


class BeginningShown(PlaceShown):
    """Where in the content a page, slide or sheet begins."""

    start = serializers.IntegerField()


class DocumentShown(Shown):
    """A document and how far the work on it is. `done` with `nothing_to_extract` is a success, `failed` says why."""

    id = Id()
    custom_id = serializers.CharField(allow_null=True)
    kind = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    summary = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True)
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # the name of a field on the wire
    origin = serializers.CharField(allow_blank=True)
    file_name = serializers.CharField(allow_blank=True)
    media_type = serializers.CharField(allow_blank=True)
    size = serializers.IntegerField(help_text="Bytes.")
    content_hash = serializers.CharField(help_text="SHA-256 of what was given.")
    language = serializers.CharField(allow_blank=True)
    metadata = serializers.DictField()
    properties = serializers.DictField(
        child=serializers.CharField(), help_text="What the content says of itself: author, sender, site ..."
    )
    places = serializers.SerializerMethodField()
    container = Id(source="container_id", allow_null=True, help_text="The document it was found inside.")
    path = serializers.CharField(allow_blank=True, help_text="Where inside.")
    document_date = Moment(allow_null=True)
    revision = serializers.IntegerField()
    remembered_revision = serializers.IntegerField(allow_null=True)
    stage = serializers.ChoiceField(choices=Document.Stage.choices)
    status = serializers.ChoiceField(choices=Document.Status.choices)
    outcome = serializers.CharField(allow_blank=True)
    error_code = serializers.CharField(allow_blank=True)
    error_message = serializers.CharField(allow_blank=True)
    attempts = serializers.IntegerField()
    next_try_at = Moment(allow_null=True)
    stuck = serializers.SerializerMethodField(help_text="Whether its worker is gone; another takes it over.")
    created_at = Moment()
    updated_at = Moment()

    def get_stuck(self, document: Document) -> bool:
        """As a list knows of all its documents at once."""
        known = self.context.get("stuck")
        return document.pk in (selectors.stuck([document], now=clock.now()) if known is None else known)

    @extend_schema_field(BeginningShown(many=True))
    def get_places(self, document: Document) -> list[dict[str, Any]]:
        """In the order of the content."""
        return [{"start": start, "kind": kind, "name": label} for start, kind, label in document.places]


class DocumentPage(Shown):
    """One page of documents."""

    items = DocumentShown(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class SubmittedShown(DocumentShown):
    """A document as taken in. `unchanged` with 200: it said exactly this already, and there is nothing to do."""

    unchanged = serializers.BooleanField()


class BatchItemShown(Shown):
    """What became of one item: a `document` with status 201 or 200, or a `problem` with its own."""

    status = serializers.IntegerField()
    document = SubmittedShown(required=False)
    problem = Problem(required=False)


class BatchShown(Shown):
    """What became of each item, in order."""

    items = BatchItemShown(many=True)


class TurnShown(Shown):
    """What makes a chunk a turn of a conversation."""

    speaker = serializers.CharField(allow_blank=True)
    role = serializers.CharField(allow_blank=True)
    session = serializers.CharField(allow_blank=True)
    at = Moment(allow_null=True)


class ChunkShown(Shown):
    """A slice of a document: characters `start` to `end` of its content."""

    id = Id()
    index = serializers.IntegerField()
    text = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    heading = serializers.CharField(allow_blank=True)
    language = serializers.CharField(allow_blank=True)
    turn = serializers.SerializerMethodField()

    @extend_schema_field(TurnShown(allow_null=True))
    def get_turn(self, chunk: Chunk) -> dict[str, Any] | None:
        """Speaker and time, in a conversation."""
        turn = getattr(chunk, "turn", None)
        return None if turn is None else dict(TurnShown(turn).data)


class ChunkPage(Shown):
    """One page of chunks."""

    items = ChunkShown(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class ImpactShown(Shown):
    """What deleting would take: `only_source` of the `memories` rest on nothing else and would be forgotten."""

    documents = serializers.IntegerField()
    memories = serializers.IntegerField()
    only_source = serializers.IntegerField()


class DeletedShown(Shown):
    """What went: the documents, and the chains forgotten with them. Undoing an entry of `batch` brings these back."""

    documents = serializers.ListField(child=Id())
    forgotten = serializers.ListField(child=Id())
    batch = Id()
