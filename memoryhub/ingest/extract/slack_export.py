"""The export of a Slack workspace: a zip file with a folder for each channel and in it a file for each day. Each
channel is a member, a transcript.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memoryhub.ingest.extract import conversation, listing, packed, slack_text, transcript
from memoryhub.ingest.extract.conversation import PERSON, Conversation, Record
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.shelf import Shelf
from memoryhub.ingest.extract.source import Source
from memoryhub.ingest.extract.utterance import Utterance

KIND = "slack_export"
USERS = "users.json"
CHANNEL_LISTS = ("channels.json", "groups.json", "dms.json", "mpims.json")
DAY = re.compile(r"(?P<channel>[^/]+)/(?P<day>\d{4}-\d{2}-\d{2})\.json")
# What people write; all else is noise of the program: joins, topics, pins, calls.
SAID = {None, "", "thread_broadcast", "reply_broadcast", "me_message", "file_share", "file_comment"}
SLACKBOT = "USLACKBOT"


def claims(source: Source) -> bool:
    """A zip file with the list of users, a list of channels, and a day of one of them, at its top or in one folder."""
    return packed.is_zip(source) and _top(packed.names(source)) is not None


def read(source: Source) -> Extracted:
    """The kept text lists the channels. Raises ExtractionError: broken_file, broken_json, locked_file, unsafe_archive,
    no_turns.
    """
    shelf = Shelf(source.scratch, of_files=False)
    lines = []
    with packed.opened(source) as archive:
        top = _top(frozenset(archive.namelist()))
        for found in _Workspace(archive, top or "").channels():
            if found.utterances:
                data = found.as_json()
                media_type, kind = conversation.MEDIA_TYPE, transcript.KIND
                shelf.put(found.path, data, media_type=media_type, kind=kind, title=found.title)
                lines.append(found.line())
    if not lines:
        raise ExtractionError("no_turns", "The export holds no messages of people.")
    return listing.extracted(kind=KIND, title=source.stem or "Slack", lists=(lines,), members=shelf.members)


def _top(names: frozenset[str]) -> str | None:
    """The folder of the export within the zip file, empty for its top; None when it is no export."""
    for users in sorted((name for name in names if name.split("/")[-1] == USERS), key=len)[:1]:
        top = users.removesuffix(USERS)
        has_list = any(top + name in names for name in CHANNEL_LISTS)
        if top.count("/") <= 1 and has_list and any(_day(name, top) for name in names):
            return top
    return None


def _day(name: str, top: str) -> re.Match[str] | None:
    return DAY.fullmatch(name.removeprefix(top)) if name.startswith(top) else None


@dataclass(frozen=True, slots=True)
class _Message:
    """`root` is when the thread began that the message is in, or when it was sent itself."""

    root: float
    sent: float
    day: str
    utterance: Utterance


class _Workspace:
    """The export, with the names of its people and channels."""

    def __init__(self, archive: zipfile.ZipFile, top: str) -> None:
        self._archive = archive
        self._top = top
        self._listed = frozenset(archive.namelist())
        people = [user for user in self._json(USERS) if isinstance(user, dict)]
        self._users = {str(user.get("id")): _name(user) for user in people}
        self._bots = {str(user.get("id")) for user in people if user.get("is_bot")} | {SLACKBOT}
        lists = [entry for name in CHANNEL_LISTS for entry in self._json(name) if isinstance(entry, dict)]
        self._names = {str(entry.get("id")): str(entry.get("name") or entry.get("id")) for entry in lists}
        self._members = {self._names[str(entry.get("id"))]: entry.get("members") for entry in lists}
        self._public = {str(entry.get("name")) for entry in self._json(CHANNEL_LISTS[0]) if isinstance(entry, dict)}

    def channels(self) -> Iterator[Conversation]:
        """One channel after the other, by name; only one is held."""
        days: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for name in sorted(self._listed):
            if match := _day(name, self._top):
                days[match["channel"]].append((match["day"], name))
        for channel, files in days.items():
            yield Conversation(channel, self._title(channel), tuple(self._in_place(self._messages(files))))

    def _title(self, channel: str) -> str:
        """The channel as people call it; talks among few are called by who is in them."""
        members = self._members.get(channel)
        if channel in self._public or not isinstance(members, list):
            return f"#{channel}"
        names = [self._users.get(str(member), "") for member in members]
        return ", ".join(sorted(filter(None, names))) if not _is_group(channel) else f"#{channel}"

    def _messages(self, files: Iterable[tuple[str, str]]) -> Iterator[_Message]:
        for day, name in files:
            for message in self._json(name.removeprefix(self._top)):
                if isinstance(message, dict) and (found := self._message(message, day)):
                    yield found

    def _message(self, message: Record, day: str) -> _Message | None:
        user, sent = str(message.get("user", "")), _seconds(message.get("ts"))
        if message.get("subtype") not in SAID or message.get("bot_id") or user in self._bots or sent is None:
            return None
        own = message.get("user_profile")
        speaker = self._users.get(user) or (_name({"profile": own}) if isinstance(own, dict) else "") or user
        words = message.get("text")
        text = slack_text.readable(words, users=self._users, channels=self._names) if isinstance(words, str) else ""
        text = conversation.cleaned(text)
        if not text or not speaker:
            return None
        at = datetime.fromtimestamp(sent, UTC)
        utterance = Utterance(speaker=speaker, role=PERSON, text=text, at=at, session=day)
        return _Message(_seconds(message.get("thread_ts")) or sent, sent, day, utterance)

    def _in_place(self, messages: Iterable[_Message]) -> Iterator[Utterance]:
        """Replies stand below what they answer and belong to its day; a reply that was shown twice is told once."""
        found = {(message.sent, message.utterance.text): message for message in messages}
        days = {message.root: message.day for message in found.values() if message.sent == message.root}
        for message in sorted(found.values(), key=lambda message: (message.root, message.sent)):
            said = message.utterance
            day = days.get(message.root, message.day)
            yield Utterance(speaker=said.speaker, role=said.role, text=said.text, at=said.at, session=day)

    def _json(self, name: str) -> list[Any]:
        """The list in a file of the export, empty where there is no such file."""
        if self._top + name not in self._listed:
            return []
        try:
            value = json.loads(self._archive.read(self._top + name))
        except (ValueError, RecursionError) as error:
            raise ExtractionError(
                "broken_json", f"The JSON of {listing.line(name)} in the export is broken."
            ) from error
        except packed.DAMAGED as error:
            raise ExtractionError("broken_file", f"The export is broken at {listing.line(name)}.") from error
        return value if isinstance(value, list) else []


def _is_group(channel: str) -> bool:
    """Whether the folder is named as a channel is: those of talks among few are ids, or made of user names."""
    return not re.fullmatch(r"[DG][A-Z0-9]{6,}|mpdm-.+", channel)


def _name(user: Record) -> str:
    """The name shown beside the messages of a user."""
    profile = user.get("profile")
    known = profile if isinstance(profile, dict) else {}
    names = (known.get("display_name"), known.get("real_name"), user.get("real_name"), user.get("name"))
    return next(filter(None, map(conversation.name, names)), "")


def _seconds(stated: object) -> float | None:
    if not isinstance(stated, str) or not re.fullmatch(r"\d{1,10}(?:\.\d{1,9})?", stated):
        return None
    return float(stated)
