"""Exports of many conversations (ChatGPT, Claude, Telegram) in one JSON file; each conversation is a member.

A file with one conversation is a transcript like any other.
"""

from __future__ import annotations

from memoryhub.ingest.extract import chat_formats, conversation, listing, transcript, transcript_json
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.shelf import Shelf
from memoryhub.ingest.extract.source import Source

KIND = "chat_export"


def claims(source: Source) -> bool:
    """JSON that holds several conversations of a known program."""
    is_json = transcript.is_json_by_name(source) or (not source.suffix and source.text.lstrip()[:1] in {"[", "{"})
    if not is_json or not chat_formats.SIGNS.search(source.text):
        return False
    try:
        return len(chat_formats.conversations(transcript_json.load(source.text))) > 1
    except ExtractionError:
        return False


def read(source: Source) -> Extracted:
    """The kept text lists the conversations. Raises ExtractionError: broken_json, no_turns, and too_large with more
    conversations than a document may hold.
    """
    found = chat_formats.conversations(transcript_json.load(source.text))
    if not found:
        raise ExtractionError("no_turns", "The export holds no turns of a conversation.")
    if len(found) > source.limits.entries:
        raise ExtractionError("too_large", f"The export holds more than {source.limits.entries:,} conversations.")
    shelf = Shelf(source.scratch, of_files=False)
    for number, one in enumerate(found, start=1):
        path = one.path or f"{number:05}"
        shelf.put(path, one.as_json(), media_type=conversation.MEDIA_TYPE, kind=transcript.KIND, title=one.title)
    lines = [one.line() for one in found]
    return listing.extracted(kind=KIND, title=source.stem or "Chats", lists=(lines,), members=shelf.members)
