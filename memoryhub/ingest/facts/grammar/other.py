"""Languages without a grammar of their own: sentences that name something and lean on nothing, as they are."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice

# Sentence openers that speak of the speaker, the listener or something before (French, Spanish, Italian, Portuguese,
# Dutch, Swedish, Polish, Russian, Japanese).
LEANING = re.compile(
    r"(?:je|j'|tu|il|elle|on|nous|vous|ils|elles|ce|c'|cela|ça|cette|ces|son|sa|ses|leur|et|mais|yo|tú|él|ella|ellos"
    r"|ellas|esto|esta|este|eso|esa|su|sus|y|pero"
    r"|io|lui|lei|noi|voi|loro|questo|questa|quello|suo|sua|e|ma|eu|ele|ela|eles|isto|isso|seu|mas|ik|jij|hij|zij|ze"
    r"|we|wij|het|dit|dat|die|deze|en|maar|jag|han|hon"
    r"|den|det|ja|ty|on|ona|ono|to|ten|ta|я|ты|он|она|оно|они|мы|вы|это|этот|эта|и|но)(?:\s|(?<='))|私|僕|俺|彼|彼女"
    r"|これ|それ|あれ|ここ|そこ|この|その|あの|そして|しかし|でも",
    re.IGNORECASE,
)
SPECIFIC = re.compile(r"(?<=\s)[A-ZÀ-ÖØ-ÞА-Я]\w|\d|[ァ-ヺ]{3,}|[一-鿿]{2,}")
NEVER = re.compile(r"(?!)")


def statement(sentence: str, voice: Voice) -> Statement | None:
    """See `Grammar.statement`."""
    text = sentence.strip()
    wide = sum(character > "\u2e80" for character in text)
    long_enough = wide >= 8 or len(text.split()) >= 4
    is_said = text.endswith((".", "。")) and "?" not in text and "？" not in text
    if not (is_said and long_enough and SPECIFIC.search(text)) or LEANING.match(text) or len(text) > 300:
        return None
    if voice.is_chat:
        return Statement(f"{voice.name}: {text}", is_attributed=True) if voice.name else None
    return Statement(text)


GRAMMAR = Grammar("und", statement, NEVER, NEVER, NEVER)
