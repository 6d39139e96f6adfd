"""The words for what programs name by identifiers: roles, scopes, questions, reasons, rules, evidence, errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = Mapping[str, Promise]

ROLES: Words = {
    "viewer": pgettext_lazy("role in a space", "viewer"),
    "reviewer": pgettext_lazy("role in a space", "reviewer"),
    "editor": pgettext_lazy("role in a space", "editor"),
    "owner": pgettext_lazy("role in a space", "owner"),
}
SCOPES: Words = {
    "read": pgettext_lazy("reach of a key", "read"),
    "write": pgettext_lazy("reach of a key", "write"),
    "review": pgettext_lazy("reach of a key", "review"),
    "admin": pgettext_lazy("reach of a key", "admin"),
}
KINDS_OF_KEY: Words = {
    "concept": pgettext_lazy("kind of an association key", "concept"),
    "name": pgettext_lazy("kind of an association key", "name"),
    "proper_noun": pgettext_lazy("kind of an association key", "proper noun"),
}
# Kinds of questions: as a name, as a word in a line, and as the question itself.
KINDS: Words = {
    "inference": _("Inference"),
    "source_changed": _("A source changed"),
    "update": _("Update"),
    "merge": _("Merge"),
    "flagged_text": _("Text that gives orders"),
}
MARKS: Words = {
    "inference": _("inferred"),
    "source_changed": _("source changed"),
    "update": pgettext_lazy("kind of question", "update"),
    "merge": pgettext_lazy("kind of question", "merge"),
    "flagged_text": _("gives orders"),
}
QUESTIONS: Words = {
    "inference": _("Is this true?"),
    "source_changed": _("Is this still true?"),
    "update": _("Does this replace what we know?"),
    "merge": _("Do both say the same?"),
    "flagged_text": _("Should this be remembered?"),
}
# Why somebody said no, in the order of the keys 1 to 6.
REASONS: Words = {
    "not_true": _("not true"),
    "too_vague": _("too vague"),
    "private": pgettext_lazy("reason to reject", "private"),
    "duplicate": _("known already"),
    "not_durable": _("not lasting"),
    "other": _("something else"),
}
FORGOTTEN: Words = {
    "forgotten": _("somebody asked for it"),
    "not_true": _("not true"),
    "expired": _("its time was over"),
    "undone": _("what made it was taken back"),
    "approval_undone": _("its approval was taken back"),
    "merged_into": _("merged into another memory"),
    "source_deleted": _("its document was deleted"),
    "document_moved": _("its document moved to another space"),
    "document_merged": _("its document went into another"),
    "not_inside_any_more": _("what its document was found in no longer holds it"),
    "source_removed": _("its document no longer says so"),
    "retention": _("nothing came back to it for as long as this space keeps such things"),
    "source_forgotten": _("what it follows from was forgotten"),
    "source_changed": _("what it follows from has changed"),
}
ENDED: Words = {
    "sentence_replaced": _("the document now says something else"),
    "source_deleted": _("the document was deleted"),
    "document_moved": _("the document moved to another space"),
    "document_merged": _("the document went into another"),
    "not_inside_any_more": _("what the document was found in no longer holds it"),
    "source_removed": _("the document no longer says so"),
    "erased": _("erased"),
}
RULES: Words = {
    "approved": _("approved by a person"),
    "changed_complement": _("same subject, another name"),
    "changed_employer": _("same person, another employer"),
    "changed_holder": _("same thing, another holder"),
    "changed_place": _("same subject, new place"),
    "changed_value": _("same subject, changed value"),
    "corrected": _("it calls itself a correction"),
    "edited": _("written by the reviewer"),
    "ended": _("it says that this no longer holds"),
    "instruction": _("it tells the agent what to do"),
    "merged_into": _("two memories that say the same"),
    "new_revision": _("new revision of the same document"),
    "opposed": _("it says the opposite"),
    "recurring_key": _("key recurs across documents"),
    "same_subject_other_value": _("same subject, other value"),
    "scripted": _("as the script says"),
    "shared_key": _("shares a rare key and is close in meaning"),
}
# The names of counted evidence; what is not here is for programs.
FACTS: Words = {
    "subject": _("subject"),
    "from": pgettext_lazy("before a change", "was"),
    "to": pgettext_lazy("after a change", "is"),
    "known": _("known"),
    "new": pgettext_lazy("what a source says now", "new"),
    "cue": _("it begins with"),
    "doubt": _("doubt"),
    "holder": _("holder"),
    "key": pgettext_lazy("association key", "key"),
    "documents": _("documents"),
    "memories": _("memories"),
    "similarity": _("similarity"),
}
DOUBTS: Words = {"the new fact is older": _("the new fact is older")}
ORIGINS: Words = {"console": _("the console"), "demo": _("the demo"), "api": _("the API")}
KINDS_OF_DOCUMENT: Words = {
    "archive": pgettext_lazy("kind of document", "Archive"),
    "chat_export": _("Export of chats"),
    "code": _("Source code"),
    "csv": _("Table"),
    "docx": _("Word document"),
    "email": _("E-mail"),
    "epub": _("Book"),
    "html": _("Web page"),
    "json": _("JSON"),
    "mailbox": _("Mailbox"),
    "markdown": _("Markdown"),
    "pdf": _("PDF"),
    "picture": _("Picture"),
    "pptx": _("Slides"),
    "slack_export": _("Export of Slack"),
    "text": _("Plain text"),
    "transcript": _("Conversation"),
    "xlsx": _("Spreadsheet"),
}
PLACES: Words = {
    "page": pgettext_lazy("place in a document", "page %(label)s"),
    "slide": pgettext_lazy("place in a document", "slide %(label)s"),
    "sheet": pgettext_lazy("place in a document", "sheet “%(label)s”"),
}
CHECKS: Words = {
    "database": _("Database"),
    "extensions": _("Extensions"),
    "queue": _("Work queue"),
    "model": _("Embedding model"),
    "filling": _("Other models"),
    "large": _("Large spaces"),
    "disk": _("Disk"),
}
# By code, since the message of an error is in the language of whoever met it.
FAILURES: Words = {
    "address_refused": _("The hub does not fetch from this address."),
    "binary_content": _("The document is not text: its bytes are those of a binary file."),
    "broken_file": _("The file cannot be read; it is broken, or not what its name says."),
    "broken_json": _("The JSON is broken."),
    "empty_document": _("The document has no text."),
    "fetch_refused": _("The other side does not give the page out."),
    "locked_file": _("The file is locked with a password."),
    "no_text": _("No text found: it holds pictures only, or nothing."),
    "no_turns": _("The document holds no turns of a conversation."),
    "not_found": _("There is nothing at this address."),
    "reader_died": _("The process that read the file ended without an answer."),
    "too_large": _("The text is larger than a document may be."),
    "too_many_pages": _("The document has more pages than are read."),
    "too_many_redirects": _("The address leads from one to the next without end."),
    "too_much_memory": _("Reading the file takes too much memory."),
    "too_slow": _("Reading the file took too long."),
    "unknown_encoding": _("The encoding of the document cannot be told; save it as UTF-8."),
    "unknown_kind": _("There is no reader for this kind of document."),
    "unsafe_archive": _("The packed file is refused: unpacking it could do harm."),
    "worker_died": _("The worker ended at this stage every time."),
}
# How deep a memory sits.
STAGES: Words = {
    "shallow": _("sits shallow"),
    "medium": _("sits half deep"),
    "deep": _("sits deep"),
}
SETS: Mapping[str, Words] = {
    "role": ROLES,
    "scope": SCOPES,
    "key": KINDS_OF_KEY,
    "kind": KINDS,
    "mark": MARKS,
    "reason": REASONS,
    "forgotten": FORGOTTEN,
    "ended": ENDED,
    "rule": RULES,
    "origin": ORIGINS,
    "check": CHECKS,
    "document": KINDS_OF_DOCUMENT,
    "failure": FAILURES,
    "stage": STAGES,
}


class Fact(NamedTuple):
    """One piece of counted evidence."""

    name: str
    value: str


def said(identifier: str, of: str) -> str:
    """The words for an identifier of one of `SETS`; one without, as a caller's own reason, loses its underscores."""
    words = SETS[of].get(identifier)
    return str(words) if words is not None else identifier.replace("_", " ")


def facts(evidence: Mapping[str, Any]) -> Sequence[Fact]:
    """What the evidence of a question says, as far as it has words; a rule's own findings lie under `evidence`."""
    inner = evidence.get("evidence")
    flat = {**evidence, **(inner if isinstance(inner, Mapping) else {})}
    return [
        Fact(str(words), str(DOUBTS.get(flat[name], flat[name])))
        for name, words in FACTS.items()
        if isinstance(flat.get(name), str | int | float) and flat[name] != ""
    ]


def place(kind: str, label: str) -> str:
    """Where in a document something stands, as people say it: page 7."""
    return str(PLACES[kind]) % {"label": label}


def failure(code: str, message: str) -> str:
    """What went wrong with a document, in the reader's language where its code has words."""
    return str(FAILURES[code]) if code in FAILURES else capfirst(message)
