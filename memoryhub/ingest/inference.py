"""The one conclusion the hub draws by itself: a key that recurs over several documents is a topic of the space.

It waits for a person, with the counted evidence it was drawn from, and is drawn once, whatever the person decides.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryhub.ai.models import EmbeddingModel
from memoryhub.associations import selectors as associations
from memoryhub.associations.models import Key, KeyLink
from memoryhub.memories import selectors as memories
from memoryhub.memories import texts
from memoryhub.memories.drafts import Draft
from memoryhub.spaces.models import Space

RULE = "recurring_key"
DOCUMENTS = 3
MOST_EVIDENCE = 8
SENTENCES = {
    "en": "“{key}” is a recurring topic.",
    "zh": "“{key}”是反复出现的话题。",
    "de": "„{key}“ ist ein wiederkehrendes Thema.",
}


@dataclass(frozen=True, slots=True)
class _Mention:
    """A stated memory that has the key, and one of its documents."""

    memory_id: uuid.UUID
    document_id: uuid.UUID
    language: str


def conclude(
    space: Space, holders: Mapping[str, Sequence[uuid.UUID]], *, model: EmbeddingModel, now: datetime
) -> list[Draft]:
    """What can be concluded about these keys (normal form -> memories that have it, or some of them): one pending
    inference for each that recurs by now.

    Embeds the sentences by `model`; never called inside a transaction.
    """
    often = [normal for normal, known in holders.items() if len(known) >= DOCUMENTS]
    undrawn = _undrawn(space, list(Key.objects.filter(space=space, normalised__in=often)))
    recurring = list(associations.recurring(space, [key.pk for key in undrawn], now=now, documents=DOCUMENTS))
    if not recurring:
        return []
    mentions = _mentions(space, recurring, now=now)
    languages = [_language(mentions[key.pk]) for key in recurring]
    sentences = [SENTENCES[language].format(key=key.text) for key, language in zip(recurring, languages, strict=True)]
    prepared = texts.prepare(sentences, languages=languages, model=model)
    return [_draft(key, mentions[key.pk], ready) for key, ready in zip(recurring, prepared, strict=True)]


def _undrawn(space: Space, keys: Sequence[Key]) -> list[Key]:
    """Keys about which nothing was ever concluded, in any language."""
    hashes = {texts.hash_of(sentence.format(key=key.text)): key.pk for key in keys for sentence in SENTENCES.values()}
    drawn = {hashes[known] for known in memories.inferred_hashes(space, hashes)}
    return [key for key in keys if key.pk not in drawn]


def _mentions(space: Space, keys: Sequence[Key], *, now: datetime) -> dict[uuid.UUID, list[_Mention]]:
    """Who says so, newest first: by key, the current stated memories with their documents."""
    rows = (
        KeyLink.objects.filter(
            memories.current(now, "memory__"),
            space=space,
            key__in=[key.pk for key in keys],
            memory__is_inference=False,
            memory__sources__ended_at=None,
            memory__sources__document__isnull=False,
        )
        .order_by("-memory_id", "memory__sources__document_id")
        .values_list("key_id", "memory_id", "memory__sources__document_id", "memory__language")
    )
    found: dict[uuid.UUID, list[_Mention]] = {key.pk: [] for key in keys}
    for key_id, memory_id, document_id, language in rows:
        found[key_id].append(_Mention(memory_id, document_id, language))
    return found


def _language(mentions: Sequence[_Mention]) -> str:
    """The language of most evidence, of those the sentence exists in."""
    counted = Counter(mention.language for mention in mentions if mention.language in SENTENCES)
    return counted.most_common(1)[0][0] if counted else "en"


def _draft(key: Key, mentions: Sequence[_Mention], prepared: texts.Prepared) -> Draft:
    documents = {mention.document_id for mention in mentions}
    # One memory of each document says more than many of one.
    first_of_each = {mention.document_id: mention.memory_id for mention in reversed(mentions)}
    evidence = tuple(dict.fromkeys(first_of_each.values()))[:MOST_EVIDENCE]
    counts = {"documents": len(documents), "memories": len({mention.memory_id for mention in mentions})}
    return Draft(
        prepared,
        confidence=min(0.9, 0.4 + 0.1 * len(documents)),
        rule=RULE,
        is_inference=True,
        derives_from=evidence,
        evidence={"key": key.text, **counts},
    )
