"""From chunk drafts to facts: sentence by sentence, with whoever speaks and the day it was said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from memoryhub.core import text as text_rules
from memoryhub.ingest.chunking import ChunkDraft
from memoryhub.ingest.extract import Block, Turn
from memoryhub.ingest.facts import directives, grammar, relative_dates
from memoryhub.ingest.facts.keys import keys_of
from memoryhub.ingest.facts.model import Fact, Flag
from memoryhub.ingest.facts.wordlists import words

SILENT_ROLES = frozenset({"system", "tool"})
# How an unnamed user is spoken of.
USER = {"en": "the user", "zh": "用户", "de": "Benutzer", "ko": "사용자"}
SCRIPTS = (
    (re.compile(r"[\u3041-\u30ff]"), "ja"),
    (re.compile(r"[\uac00-\ud7a3]"), "ko"),
    (re.compile(r"[\u3400-\u9fff]"), "zh"),
)
ANCHOR = re.compile(r"(?<=[a-z,] )[A-Z]\w|\d|[\u3400-\u9fff].*[A-Za-z0-9]|[A-Za-z0-9].*[\u3400-\u9fff]")

# No fact is longer, and the patterns of the grammars are made for sentences.
LONGEST = 600
GERMAN_MARKS = words("""
ich und der das ist nicht ein eine einen seit mein meine wir du habe hat mit auf für von zu den dem im sie er auch noch
sich wird nach bei als es haben sind wohnt vielen jahren
""")
ENGLISH_MARKS = words("the and is of to in that it with for on are was my i at by from has have not his her their")
MARKS = 2
SAID = 0.7
WRITTEN = 0.6
FROM_ASSISTANT = 0.45
DOUBT = 0.15
DIRECTED = 0.2


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a block, with all that is known about it before it is judged."""

    text: str
    chunk: ChunkDraft
    turn: Turn | None
    start: int
    end: int
    language: str
    said_on: date | None


def extract(
    drafts: Sequence[ChunkDraft],
    *,
    document_date: date | None,
    turns: Sequence[Turn] = (),
    names: Mapping[str, str] | None = None,
    author: str = "",
    with_code: bool = False,
) -> list[Fact]:
    """The facts of one document in reading order, each once.

    `turns` are those of a transcript, which carry speakers and times. `names` maps a speaker's label to the name that
    is told of (`{"user": "Ada"}`). `author` is who says "I" in a document that is no transcript; without one its
    sentences in the first person are left out. `with_code` keeps the names of code whole as keys.
    """
    source = _Source(turns, document_date, dict(names or {}), author, _people(turns, names or {}, author))
    facts = list(_distinct(fact for sentence in _sentences(drafts, source) if (fact := _fact(sentence, source))))
    # What orders an agent about is nobody's knowledge, and must not tie itself to anything.
    told = [("" if "instruction" in fact.flags else fact.text, fact.language) for fact in facts]
    keys = keys_of(told, source.people, with_code=with_code)
    return [replace(fact, keys=found) for fact, found in zip(facts, keys, strict=True)]


def _people(turns: Sequence[Turn], names: Mapping[str, str], author: str) -> frozenset[str]:
    """Who speaks, by name: a role such as user is none."""
    speakers = {names.get(turn.speaker, turn.speaker) for turn in turns if not turn.role or turn.speaker in names}
    return frozenset(speakers | {author} - {""})


@dataclass(frozen=True, slots=True)
class _Source:
    """The document around a sentence."""

    turns: Sequence[Turn]
    document_date: date | None
    names: Mapping[str, str]
    author: str
    people: frozenset[str]

    def speaker(self, turn: Turn | None, language: str) -> str:
        """The name to tell of; empty where nobody is known to speak, or an assistant does."""
        if turn is None:
            return self.author
        if turn.speaker in self.names:
            return self.names[turn.speaker]
        if turn.role == "user":
            return USER.get(language, USER["en"])
        return "" if turn.role else turn.speaker


def _sentences(drafts: Sequence[ChunkDraft], source: _Source) -> Iterator[_Sentence]:
    for draft in drafts:
        turn = source.turns[draft.turn_index] if draft.turn_index is not None else None
        if turn and turn.role in SILENT_ROLES:
            continue
        said_on = turn.at.date() if turn and turn.at else source.document_date
        for block in draft.blocks:
            if block.is_prose:
                yield from _of_block(block, draft, turn, said_on)


def _of_block(block: Block, draft: ChunkDraft, turn: Turn | None, said_on: date | None) -> Iterator[_Sentence]:
    for span in text_rules.sentences(block.text):
        if span.kind not in {"prose", "item"} or len(span.text) > LONGEST:
            continue
        start, end = block.locate(span.start, span.end)
        yield _Sentence(span.text, draft, turn, start, end, _language(span.text, draft.language), said_on)


def _language(text: str, of_chunk: str) -> str:
    """A sentence's script decides; between languages of one script its chunk does, which has more to go by."""
    if not text.isascii() and (found := next((code for script, code in SCRIPTS if script.search(text)), "")):
        return found
    # A classifier that has seen little takes German for English; the small words do not lie.
    spoken = set(text.lower().replace(",", " ").split())
    german, english = len(spoken & GERMAN_MARKS), len(spoken & ENGLISH_MARKS)
    if of_chunk in {"en", "de"} and max(german, english) >= MARKS and german != english:
        return "de" if german > english else "en"
    return "en" if of_chunk in {"zh", "ja", "ko"} else of_chunk


def _fact(sentence: _Sentence, source: _Source) -> Fact | None:
    rules = grammar.of_language(sentence.language)
    if directives.is_directive(sentence.text):
        return _built(sentence, grammar.Statement(" ".join(sentence.text.split())), source, rules, {"instruction"})
    turn = sentence.turn
    voice = grammar.Voice(
        name=source.speaker(turn, sentence.language), is_chat=turn is not None, listeners=source.people
    )
    # A statement and what it means for the listener often share a sentence; the statement is worth keeping.
    stated = rules.statement(rules.aside.sub("", sentence.text) if turn else sentence.text, voice)
    if stated is None or (turn and turn.role == "assistant" and not ANCHOR.search(stated.text)):
        return None
    marks: tuple[tuple[bool, Flag], ...] = ((stated.is_correction, "correction"), (stated.is_attributed, "attributed"))
    return _built(sentence, stated, source, rules, {flag for holds, flag in marks if holds})


def _built(
    sentence: _Sentence, stated: grammar.Statement, source: _Source, rules: grammar.Grammar, flags: set[Flag]
) -> Fact:
    is_directive = "instruction" in flags
    dated = relative_dates.resolve(
        stated.text, language=sentence.language, said_on=None if is_directive else sentence.said_on
    )
    draft, turn = sentence.chunk, sentence.turn
    passing = bool(rules.dynamic.search(dated.text)) or dated.valid_from is not None
    return Fact(
        text=dated.text,
        quote=draft.text[sentence.start - draft.start : sentence.end - draft.start],
        start=sentence.start,
        end=sentence.end,
        chunk_index=draft.index,
        turn_index=draft.turn_index,
        speaker=source.names.get(turn.speaker, turn.speaker) if turn else source.author,
        is_static=not (passing or is_directive) and bool(rules.static.search(dated.text) or rules.lasts(dated.text)),
        confidence=_confidence(turn, rules.hedge.search(dated.text) is not None, dated.is_open, flags),
        language=sentence.language,
        keys=(),
        valid_from=dated.valid_from,
        flags=frozenset(flags),
    )


def _confidence(turn: Turn | None, is_hedged: bool, is_undated: bool, flags: set[Flag]) -> float:
    if "instruction" in flags:
        return DIRECTED
    base = WRITTEN if turn is None else FROM_ASSISTANT if turn.role == "assistant" else SAID
    doubts = is_hedged + is_undated + ("attributed" in flags)
    return round(base - DOUBT * doubts, 2)


def _distinct(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The first of facts that are the same after normalisation."""
    seen: set[str] = set()
    for fact in facts:
        normal = text_rules.normalise(fact.text)
        if normal not in seen:
            seen.add(normal)
            yield fact
