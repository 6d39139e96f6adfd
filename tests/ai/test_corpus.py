"""The texts that models are fitted and measured on."""

from __future__ import annotations

from collections import Counter

from memoryhub.ai import corpus
from memoryhub.core import text


def test_every_sentence_exists_in_seven_languages() -> None:
    languages = corpus.translations()
    assert {len(sentences) for sentences in languages} == {len(languages[0])}
    detected = [Counter(map(text.language, sentences)).most_common(1)[0][0] for sentences in languages]
    assert detected == ["en", "zh", "de", "ko", "ja", "fr", "es"]


def test_no_text_is_fitted_and_held_out() -> None:
    assert not set(corpus.held_out()) & {sentence for column in corpus.translations() for sentence in column}


def test_every_purpose_has_enough_pairs() -> None:
    counts = Counter((pair.kind, pair.same) for pair in corpus.pairs())
    assert min(counts[kind, True] for kind in ("key", "fact", "query_key", "query_fact")) >= 30
    assert min(counts[kind, False] for kind in ("key", "fact")) >= 30
