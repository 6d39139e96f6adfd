"""German keys: nouns bear a capital, so what is left is to tell names from things."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoryhub.ingest.facts.keys.english import IDENTIFIER
from memoryhub.ingest.facts.keys.model import Context
from memoryhub.ingest.facts.model import KeyDraft
from memoryhub.ingest.facts.wordlists import words

TOKEN = re.compile(r"[^\W\d_](?:\w|[-./#+&@](?=\w))*|\d[\w.,:/%-]*|[^\w\s]")
_NO_KEY = """
montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august september
oktober november dezember uhr tag tage tagen woche wochen monat monate monaten jahr jahre jahren zeit mal prozent herr
frau person personen teil fall grund beispiel morgen abend nacht minute minuten stunde stunden ende anfang leute mensch
menschen ding dinge sie ihnen ihr
"""
NO_KEY = frozenset(_NO_KEY.split())
_OPENERS = """
der die das den dem des ein eine einen einem einer eines und oder aber im in am an auf bei mit von vom zu zum zur für
nach aus über unter vor seit bis durch gegen ohne um jeder jede jedes alle keine kein mehrere viele einige wenn weil
dass es er sie wir ich man nur auch nicht immer nie heute gestern morgen seit wegen während laut pro zwischen neben
hinter dieser diese dieses mein meine unser unsere montags dienstags mittwochs donnerstags freitags samstags sonntags
morgens mittags abends denk denkt falls ab laut
"""
OPENERS = words(_OPENERS)
_HUMAN = """
leitet liebt mag hasst wohnt lebt arbeitet sagt sagte heißt hat ist war zog zieht spricht studiert spielt trinkt isst
bevorzugt kann will möchte wurde hatte kam ging betreut unterrichtet führt kocht
"""
HUMAN = words(_HUMAN)
PLACE_BEFORE = words("in nach aus bei von")
RELATIVES = words("""
schwester bruder mutter vater sohn tochter mann frau freund freundin kollege kollegin chef chefin herr heißt namens
""")


def terms(text: str, context: Context) -> Iterator[KeyDraft]:
    """The candidate keys of one German fact, in reading order."""
    words = TOKEN.findall(text)
    label = words.index(":") if ":" in words[1:4] else -1
    for index, word in enumerate(words):
        before = words[index - 1].lower() if index else ""
        after = words[index + 1].lower() if index + 1 < len(words) else ""
        if word in context.people or word.removesuffix("s") in context.people:
            yield KeyDraft(word if word in context.people else word.removesuffix("s"), "name")
        elif word.lower() in NO_KEY or not word[0].isalpha() or len(word) < 3:
            continue
        elif IDENTIFIER.fullmatch(word):
            yield KeyDraft(word, "proper_noun")
        elif word[0].isupper():
            is_first = index == 0 or index == label + 1
            yield from _noun(word, before, after, context, is_first=is_first)


def _noun(word: str, before: str, after: str, context: Context, *, is_first: bool) -> Iterator[KeyDraft]:
    if is_first and (word.lower() in OPENERS or (word.lower() in context.small)):
        return
    if is_first or before in RELATIVES:
        # German nouns need an article; a bare one before a verb of people is somebody.
        yield KeyDraft(word, "name" if after in HUMAN or before in RELATIVES else "concept")
    elif before in PLACE_BEFORE and not word.endswith(("ung", "heit", "keit", "schaft", "tion", "ät", "en")):
        yield KeyDraft(word, "proper_noun")
    else:
        yield KeyDraft(word, "concept")
