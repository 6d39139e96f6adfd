"""Which language a text is written in: by its script first, by a trained classifier where a script is shared."""

from __future__ import annotations

import copy
import functools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

UNKNOWN = "und"
# The beginning says it all, and a document may have megabytes.
SAMPLE = 4_000
# Below this many letters names and borrowed words decide a classifier's answer, so it has to be surer.
_SHORT = 60
_SURE_WHEN_SHORT = 0.4
_TIMES_ENGLISH = 3.0

_LETTERS = {
    "latin": "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
    "han": "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "kana": "\u3041-\u3096\u30a1-\u30fa\u30fc\uff66-\uff9d",
    "hangul": "\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e",
    "cyrillic": "\u0400-\u052f",
    "arabic": "\u0621-\u064a\u066e-\u06d3",
    "el": "\u0386-\u03ce\u1f00-\u1ffc",
    "he": "\u05d0-\u05ea",
    "hi": "\u0904-\u0939",
    "ta": "\u0b85-\u0bb9",
    "th": "\u0e01-\u0e2e",
    "hy": "\u0531-\u0587",
    "ka": "\u10d0-\u10ff",
}
_RUN = re.compile("|".join(f"(?P<{script}>[{letters}]+)" for script, letters in _LETTERS.items()))
# One Han character or Hangul syllable carries about as much as three letters of an alphabet.
_WEIGHT = {"han": 3, "hangul": 3, "kana": 2}
_SHARED = {
    "latin": ("en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "no", "fi", "pl", "cs", "hu", "ro", "tr", "vi"),
    "cyrillic": ("ru", "uk", "bg", "sr"),
    "arabic": ("ar", "fa", "ur"),
}


def language(text: str) -> str:
    """The ISO 639-1 code of the language of most of `text`, or `und` when it holds no letters.

    Han without kana counts as Chinese. Latin text counts as English unless another language is clearly likelier:
    names and technical words say little. Classifier: py3langid, restricted to the languages listed here.
    """
    script = _script(text[:SAMPLE])
    if script == "latin":
        return _latin(text[:SAMPLE])
    if script in _SHARED:
        return str(_classifier(script).classify(text[:SAMPLE])[0])
    return {"han": "zh", "kana": "ja", "hangul": "ko"}.get(script, script)


def _script(sample: str) -> str:
    if sample.isascii():
        return "latin" if any(map(str.isalpha, sample)) else UNKNOWN
    found = dict.fromkeys(_LETTERS, 0)
    for run in _RUN.finditer(sample):
        script = run.lastgroup or ""
        found[script] += len(run[0]) * _WEIGHT.get(script, 1)
    # A Japanese sentence is never without kana; a Chinese one may quote a few.
    if found["kana"] * 8 >= found["han"]:
        found["kana"] += found["han"] if found["kana"] else 0
    best = max(found, key=found.__getitem__)
    return best if found[best] else UNKNOWN


def _latin(sample: str) -> str:
    likelihood = dict(_classifier("latin").rank(sample))
    best = max(likelihood, key=likelihood.__getitem__)
    sure = 0.0 if len(sample) >= _SHORT else _SURE_WHEN_SHORT
    return best if likelihood[best] >= max(sure, _TIMES_ENGLISH * likelihood["en"]) else "en"


@functools.cache
def _classifier(script: str) -> LanguageIdentifier:
    restricted = copy.copy(_model())
    restricted.set_languages(_SHARED[script])
    return restricted


@functools.cache
def _model() -> LanguageIdentifier:
    # Numpy comes with it; processes that read documents need neither.
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
