"""Words too common to rank by: left out of a query as long as something else is left."""

from __future__ import annotations

import functools

# Without accents, as tokens are.
_BY_LANGUAGE = {
    "en": """
a about above after again all am an and any are aren as at be because been before being below between both but by can
could couldn did didn do does doesn doing don down during each few for from further had hadn has hasn have haven having
he her here hers him his how i if in into is isn it its itself just me more most my no nor not of off on once only or
other our out over own same she should shouldn so some such than that the their them then there these they this those
through to too under until up us very was wasn we were weren what when where which while who whom whose why will with
won would wouldn you your
""",
    "de": """
aber alle als also am an auch auf aus bei bin bis bist da das dass dein dem den denn der des die dies diese dieser doch
du durch ein eine einem einen einer eines er es euch fur gegen hat hatte haben ich ihm ihn ihr ihre im in ist ja jede
kann kein keine man mein mich mir mit nach nicht noch nun nur ob oder ohne sein seine sich sie sind so uber um und uns
unser unter vom von vor wann war waren warum was weil wenn wer werden wie wir wird wo zu zum zur
""",
    "fr": """
au aux avec ce ces cette dans de des du elle elles en est et etait eu il ils j je l la le les leur leurs lui ma mais me
mes moi mon n ne nos notre nous on ou par pas pour qu que quel quelle qui s sa sans se ses son sont sur t ta te tes toi
ton tu un une vos votre vous y a d quand comment pourquoi
""",
    "es": """
al ante como con cual cuando de del desde donde el ella ellas ellos en entre era es esa ese eso esta este esto fue ha
han hasta hay la las le les lo los mas me mi mis muy ni no nos nosotros o para pero por porque que quien se ser si sin
sobre son su sus tambien te tiene tu un una y ya yo
""",
}
_UNSPACED = """
的 了 是 在 和 与 我 你 他 她 它 们 吗 呢 吧 也 都 就 这 那 有 不 什么 怎么 哪里 哪个 哪些 多少 为什 我们 你们 他们 是什
的是 这个 那个 一个
は が を に で と も の へ や か です ます した して する こと これ それ あれ どこ なに だれ いつ から まで ある いる
った ると すか たか ので には では ての
은 는 이 가 을 를 의 에 도 와 과 어디 무엇 누구 언제 에서 니다 습니 입니 합니 있다 하다 에는 으로
"""


@functools.lru_cache(maxsize=256)
def stop_words(languages: tuple[str, ...]) -> frozenset[str]:
    """The stop words, folded, of these languages (ISO 639-1), with the common pairs of Chinese, Japanese and Korean."""
    return frozenset(" ".join((_UNSPACED, *(_BY_LANGUAGE.get(language, "") for language in languages))).split())
