"""The patterns by which Korean sentences are judged."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.wordlists import either, words

LEAD_IN = re.compile(
    r"(?:아|어|음|네|예|아니요|아니|응|와|우와|헉|세상에|참|그래|그리고|그런데|근데|하지만|그래서|또한|참고로|사실|참고|주의|중요|정정"
    r"|수정|안녕하세요|안녕|어쨌든|아무튼|그나저나|맞다|맞아)(?:[,.!:]\s*|\s+)(?=\S)"
)
CORRECTION = re.compile(r"(?:정정|수정)\s*[:,]")
POINTING = re.compile(
    either("""
이것|그것|저것|이건|그건|저건|이는|그는|그녀|그들|여기|거기|저기|이런|그런|저런|이렇게|그렇게|이대로|그대로|위의|아래|다음은
|이 |그 |저 (?!는|희)|(?:다음|이번|지난) (?:글|편|장|절|회)|먼저|우선|그다음|이어서
""")
)
LISTENER = re.compile(
    r"당신|너는|너도|네가|너를|너희|여러분|님은|(?:^|\s)네\s(?!명|시|개|대|번|살|달|가지|마리|권|장|사람|곳|층|잔|종류)"
)
ASKING = re.compile(r"[?？]|(?:까|니|나요|[인은는던]가요|을래|ㄹ래)[.!]?$")
# Orders, requests, invitations, good wishes, thanks and apologies.
ORDERED = re.compile(
    r"(?:(?:죄송|감사|축하|미안|반갑|고맙)(?:합니다|습니다|해요?|드려요)|고마워요?|세요|십시오|시오|시다|[가-힣]자|줘|줘요|마|봐|봐요|거라|바란다|바랍니다|드립니다)"
    r"[.!~…]*$"
)
DECLARED = re.compile(r"(?:다|요|음|함|임|됨|지|야)[.!~…]*$")
# Endings of the plain speech of friends, by vowel: 가, 해, 서, 켜, 와, 돼, 줘. Those left out exclaim, ask or report.
PLAIN_VOWELS = frozenset({0, 1, 4, 6, 9, 10, 14})
NOT_PLAIN = frozenset("자줘마봐데래대까나라")
FIRST = re.compile(
    r"^(?:저는|나는|난|전|제가|내가|저도|나도|제|내|저의|나의|나(?! 같은))(?=\s)"
    r"|\b(?:저를|나를|저에게|나에게|저한테|나한테)\b"
)
FIRST_ANYWHERE = re.compile(
    r"(?:^|\s)(?:저는|나는|난|제가|내가|저도|나도|제|내|저의|나의|저를|나를|저에게|나에게|우리는?|우리의|저희는?)(?=\s)|^나(?=\s)"
)
GROUP = re.compile(r"(?:^|\s)(?:우리|저희)")
# Koreans say our mother and our house of what is their own.
OWN = re.compile(
    r"^우리 (?=(?:언니|오빠|형|누나|엄마|아빠|어머니|아버지|부모님|할머니|할아버지|동생|남편|아내|아들|딸|아이|강아지"
    r"|고양이|집|가족|이모|삼촌|고모|사촌|회사|팀|학교))"
)
SUBJECT = re.compile(r"(?P<noun>[가-힣A-Za-z0-9]+?)(?:은|는|이|가|께서|에는|에서는|(?<=[가-힣]{2})(?:만|도))\s")
# Who speaks of a wife or grandmother without saying whose means their own.
KIN = re.compile(
    r"^(?:아내|남편|엄마|아빠|어머니|아버지|부모님|할머니|할아버지|언니|오빠|형|누나|동생|아들|딸)"
    r"(?:은|는|이|가|도|의|께서|께서는|하고|한테)?\s"
)
# What bears the mark of a subject and is none: times, and moods that nobody files.
NO_SUBJECT = words("""
오늘 내일 어제 요즘 지금 최근 이번 다음 처음 나중 전 후 때 아침 점심 저녁 오전 오후 밤 올해 작년 내년 하루 정신 생각
마음 기분 느낌 시간 걱정 관심 용기 의견 이해 말 수 것 일 그 이 저 너무 많 같 굳 깊 높 아직 하 있 없
들어 올라 내려 돌아 다녀 걸어 가져 나 데려 찾아 넘어 지나
""")
# Without a subject a sentence has to name an object, a place, a time or a number.
ANCHOR = re.compile(
    r"[가-힣A-Za-z0-9](?:을|를|에서|으로|까지|부터|마다)\s|(?<!다음)(?<!나중)(?<!이번)(?<!때문)(?<!덕분)(?<=[가-힣]{2})에\s"
    r"|\d|[A-Za-z]{2}"
    r"|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|[이삼사오육칠팔구]?십\S?)\s?(?:시|분|번|개|명|잔|알|년|달|살|주|층|대)\s?"
)
WISH = re.compile(r"고 싶|[았었]으면|모르겠|모른다|수도 있(?:다|어|어요|습니다)|사람은 없")
EVALUATION = re.compile(
    r"(?:오랜만|대단|멋지|멋있|귀엽|예쁘|좋(?!아[하해])|재미|재밌|힘들|피곤|다행|부럽|속상|기쁘|슬프|아쉽|훌륭|고맙|감사|미안|죄송"
    r"|맛있|신기|웃기|당연|괜찮|그렇|궁금|걱정|즐겁|행복|심심|외롭|신나|놀랍|더웠|추웠|곤란|반갑|반가)\S*[.!~…]*$"
)
# What follows from a statement for the listener: 알레르기가 있으니까 고기 먹자.
CONSEQUENCE = re.compile(r"(?P<state>[있없싫])으니까 .*(?:자|세요|줘|줘요|마|봐)[.!~…]*$")

DOUBLE_S = 20
STATIC = re.compile(
    r"이름은|생일|태어났|살아요|살고|삽니다|산다|거주|직업|일해요|일하|일합니다|좋아|싫어|선호|알레르기|채식|항상|절대"
    r"|반드시|해야 (?:한다|합니다|해요)|금지|규칙|정책|매일|매주|매월|이다\.|입니다"
)
DYNAMIC = re.compile(
    r"오늘|어제|내일|모레|지금|현재|요즘|최근|이번|지난|다음|예정|계획|아직|곧|중이|중입니다|할 것|거예요|전에"
)
# What is to come, what somebody is at, and days; the past shows in the verb itself.
PASSING = re.compile(r"겠|[을를할갈올볼될]\s?(?:거|게|것|예정)|고 (?:있|싶)|기로 |\d월 \d+일|\d{4}년|다음|이번")
HEDGE = re.compile(r"아마|것 같|듯|혹시|추측")
