"""Ranks the terms of each fact by how much of the document they tie together, and keeps a handful."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from memoryhub.ingest.facts import time_words
from memoryhub.ingest.facts.keys import chinese, code, english, german, korean, other
from memoryhub.ingest.facts.keys.model import Context, Terms
from memoryhub.ingest.facts.model import KeyDraft

MOST = 6
MOST_CONCEPTS = 4
SHORTEST, LONGEST = 2, 40
TERMS: dict[str, Terms] = {"en": english.terms, "de": german.terms, "zh": chinese.terms, "ko": korean.terms}
HAN = re.compile(r"[\u3400-\u9fff]{3,}$")
BRACKET_DATE = re.compile(r"\s*\(\d{4}(?:-\d\d)?(?:-\d\d)?(?:/[\d-]+)?\)")
ADDRESS = re.compile(r"\b(?:https?|ftp)://\S+|\bwww\.\S+|\S+@\S+\.\w+")
INNER = re.compile(r"(?<=[\w,;] )[A-ZÄÖÜ][\w'-]+")
SMALL = re.compile(r"(?<![\w.])[a-zäöüß][\w'-]+")


def keys_of(
    texts: Sequence[tuple[str, str]], people: Iterable[str], *, with_code: bool = False
) -> list[tuple[KeyDraft, ...]]:
    """The keys of each (text, language), at most six: whoever is named first, then names of things, then concepts.

    Concepts that recur in the document come first, since a key is there to tie memories together. `with_code` keeps
    paths, symbols, packages and flags whole, in front of other names of things.
    """
    code_names = [code.names(text) if with_code else [] for text, _ in texts]
    texts = [(code.without(text, cut), language) for (text, language), cut in zip(texts, code_names, strict=True)]
    bared = [(_bared(text, language), language) for text, language in texts]
    whole = " ".join(text for text, _ in bared)
    context = Context(frozenset(people), frozenset(INNER.findall(whole)), frozenset(SMALL.findall(whole)))
    found = [list(_distinct(TERMS.get(language, other.terms)(text, context))) for text, language in bared]
    found = _with_heads(_agreed(found))
    found = [[*first, *keys] for first, keys in zip(code_names, found, strict=True)]
    frequency = Counter(key.text.casefold() for keys in found for key in keys)
    return [tuple(_chosen(keys, frequency)) for keys in found]


def _bared(text: str, language: str) -> str:
    """The text without addresses and without words of time, which tie nothing together."""
    words = time_words.of_language(language)
    text = BRACKET_DATE.sub("", ADDRESS.sub("", text))
    return words.cue.sub(", ", text) if words else text


def _agreed(found: list[list[KeyDraft]]) -> list[list[KeyDraft]]:
    """Whoever is known as a person in one sentence is one in every sentence."""
    people = {key.text for keys in found for key in keys if key.kind == "name"}
    return [[KeyDraft(key.text, "name") if key.text in people else key for key in keys] for keys in found]


def _with_heads(found: list[list[KeyDraft]]) -> list[list[KeyDraft]]:
    """A compound also stands under its head if the document speaks of that alone: strawberry fruit, and fruit."""
    alone = {key.text for keys in found for key in keys if key.kind == "concept" and " " not in key.text}
    heads = [dict.fromkeys(KeyDraft(head, "concept") for key in keys if (head := _head(key, alone))) for keys in found]
    return [[*keys, *(key for key in added if key not in keys)] for keys, added in zip(found, heads, strict=True)]


def _head(key: KeyDraft, alone: set[str]) -> str:
    if key.kind != "concept":
        return ""
    if " " in key.text:
        last = key.text.rpartition(" ")[2]
        return last if last in alone else ""
    lengths = range(len(key.text) - 1, 1, -1) if HAN.match(key.text) else ()
    return next((key.text[-length:] for length in lengths if key.text[-length:] in alone), "")


def _distinct(keys: Iterable[KeyDraft]) -> Iterable[KeyDraft]:
    """Each key once, and no key that is a part of a name already taken."""
    taken: dict[str, KeyDraft] = {}
    for key in sorted(keys, key=lambda key: key.kind == "concept"):
        folded = key.text.casefold()
        covered = key.kind != "name" and any(folded in held.split() for held in taken)
        if SHORTEST <= len(key.text) <= LONGEST and folded not in taken and not covered:
            taken[folded] = key
    return taken.values()


def _chosen(keys: Sequence[KeyDraft], frequency: Counter[str]) -> list[KeyDraft]:
    named = [key for key in keys if key.kind == "name"]
    proper = [key for key in keys if key.kind == "proper_noun"]
    concepts = [key for key in keys if key.kind == "concept"]
    concepts.sort(key=lambda key: -min(frequency[key.text.casefold()], 3))
    chosen = (named + proper)[: MOST - min(len(concepts), 2)]
    return (chosen + concepts[:MOST_CONCEPTS])[:MOST]
