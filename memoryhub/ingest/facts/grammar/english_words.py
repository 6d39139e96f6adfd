"""The patterns by which English sentences are judged."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.wordlists import either, words

WORD = re.compile(r"[A-Za-z][\w'-]*|\d[\w.,:%-]*")
PICTURES = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d]+")

_CORRECTING = "correction|corrected|erratum|scratch that"
CORRECTION = re.compile(rf"(?:{_CORRECTING})\b\s*[:,—–-]", re.IGNORECASE)
_LEADS = either(rf"""
oh my gosh|oh my god|oh|ah|aw|aww|wow|hey|hi|hello|yo|well|so|yeah|yep|yup|yes|no|nope|nah|haha|hehe|lol|okay|ok|sure
|right|true|exactly|absolutely|definitely|totally|indeed|agreed|great|cool|nice|awesome|amazing|perfect|sweet|phew|gosh
|man|dude|also|and|but|or|plus|anyway|anyways|actually|honestly|basically|seriously|luckily|fortunately|unfortunately
|sadly|thankfully|however|therefore|moreover|furthermore|besides|meanwhile|still|then|thus|hence|finally|first|second
|third|firstly|secondly|lastly|likewise|similarly|overall|again|btw|by the way|in fact|of course|for sure|for example
|for instance|in addition|as a result|as well|on the other hand|in other words|in short|in particular
|speaking of which|thanks a lot|thanks|thank you|you know|i mean|guess what|good news|to be honest|no worries
|no problem|update|{_CORRECTING}
""")
LEAD_IN = re.compile(rf"(?:{_LEADS}\s+)?{_LEADS}(?:\s*[,!.:;—–…-]+\s*(?=\S)|\s+(?=[,!]))", re.IGNORECASE)
# These need no comma before what they lead into, unless they belong to it ("so many", "plus that").
JOIN = re.compile(r"(?:and|but|so|plus|also|because)\s+(?!(?:many|much|far|few|little|that)\b)(?=\S)", re.IGNORECASE)
_LABELS = either("""
never forget|don't forget|do not forget|remember|note|notice|nb|n\\.b\\.|fyi|important|reminder|attention|warning
|caution|tip|tl;dr|keep in mind|be aware
""")
LABEL = re.compile(rf"(?:please\s+)?{_LABELS}(?:\s+that\b\s*|\s*[:,—–]\s*)(?=\S)", re.IGNORECASE)
CALL = re.compile(r"[A-Z][\w'-]+\s*[,!]\s*(?=(?:I|I'\w+|[Mm]y|[Ww]e|[Oo]ur|[Tt]he|[Ss]ince|[Ww]hen)\b)")
# What a chat adds for the listener, and liking what was just said. A condition is no such addition.
ASIDE = re.compile(
    r"\s*[,;–—-]\s+(?:(?:so|and|but)\s+)?(?:please\b|let's\b|no more\b|we (?:could|should)\b|don't\b|you\b|your\b"
    r"|I (?:really )?(?:love|like|enjoy|hate) it\b)[^,;.!?]*[.!…]*$",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"(?:,?\s*(?:(?:as )?you know|as (?:always|usual)"
    r"|lol|haha|hehe|though|too|as well|btw|by the way|can't wait|can't agree more|[:;]-?[()DP]|<3)"
    r"|\s*[-–—,]+\s*can't (?:wait|agree more)[^.!]*)+(?=[.!]*$)",
    re.IGNORECASE,
)
# What is added about "it" or "that" after the statement is comment, and means nothing without it.
COMMENT = re.compile(
    r"\s*(?:[-–—]+|,?\s+(?:and|but|so)|,)\s+(?:it|it's|that|that's|this|they|they're)\b(?!\s+[a-z]+\s+(?:is|was|has)\b)"
    r"[^.!]*(?=[.!]*$)",
    re.IGNORECASE,
)

ASKING = re.compile(r"(?:who|whom|whose|what|which|why|how)\b", re.IGNORECASE)
LISTENER = re.compile(
    r"\b(?:you|your|yours|yourself|yourselves|you're|you've|you'll|you'd|y'all|ya|let's|lets)\b", re.IGNORECASE
)
POINTING = re.compile(
    either(r"""
(?:it|it's|its|itself|this|that|that's|these|those|they|they're|they've|they'll|them|their|theirs|he|he's|him|his|she
|she's|her|hers|here|here's|one of (?:them|these|those)|some of (?:them|these|those)|both|such|another|others?
|the (?:former|latter|above|following|same|others?)|(?:each|all) of (?:it|them|this|that|these)|everything|anything
|nothing|something|everyone|someone|none|neither|either|so|as (?:above|follows|such)|(?:a )?lots?|a lot's
|(?:the|our|my|in the) (?:next|previous|following|last) (?:part|post|chapter|section|article|episode|page|paragraph)
|(?:more |further |full )?(?:details|information) (?:is|are|can)
|almost|maybe|probably|especially|even|only|mostly|mainly|kind of|sort of|not|more|less|like|than|as)\b
"""),
    re.IGNORECASE,
)
POINTING_END = re.compile(
    r"\b(?:it|this|that|these|those|them|him|her|there|here|so|ones?|thing|stuff|since then)[.!…]*$", re.IGNORECASE
)
# A clause with a thing in its subject, for which a pronoun behind it can stand.
NAMED_BEFORE = re.compile(r"(?:the|my|our|a|an|[A-Z]\w+'s|[A-Z]\w+) (?:\w+ ){2,8}?\w+, ", re.IGNORECASE)
EXISTENCE = re.compile(r"there\s+(?:is|are|was|were|will be|must be|has been|have been)\b", re.IGNORECASE)
NEAR = re.compile(r"\b(?:it|this|that|these|those|they|them)\b", re.IGNORECASE)
# A pronoun in the object's place, with nothing before it that it could stand for.
HANGING = re.compile(
    r"(?:\S+\s+){1,4}?(?:them|it|this|that|these|those)\b"
    r"(?=\s*(?:$|[.,;!'-]|(?:after|before|because|when|and|so|for|in|on|at|up|while"
    r"|again|already|lately|recently|once|twice|too|yet|together|sometimes)\b))",
    re.IGNORECASE,
)
COMMANDED = re.compile(
    r"(?:please|let me|let us|let's|don't|do not|never|always|just|make sure|be sure|feel free|stay|keep|go|come|see"
    r"|check|gonna|gotta|wanna)\b",
    re.IGNORECASE,
)
_HELPERS = "am|was|were|is|are|feel|felt|have been|has been|been|can|could|would|will|do|did|should|must|be"
_DEGREES = either("""
just|so|really|very|super|totally|completely|always|also|definitely|truly|pretty|too|all|such|still|quite|absolutely
|can't|cannot|couldn't|don't|not|kinda|a|an|the|most|more
""")
_MOODS = either("""
happy|glad|excited|thankful|grateful|sorry|sure|proud|thrilled|honored|stoked|pumped|relieved|curious|amazed|blessed
|lucky|fine|good|great|ok|okay|impressed|touched|hyped|tired|exhausted|speechless|jealous|worried|in a (?:hurry|rush)
|on (?:my|the|our) way
""")
_THINKING = either("""
agree|understand|see|know|hear|get (?:it|that|what|why|how)
|guess|bet|mean|wish|wonder|promise|appreciate|hope|wait|imagine|believe|think
|suppose|feel|feels|felt|figure|figuring|thank|thanks|congrats|congratulations|sounds|looks|looking|nice|enjoy
|remember when|look(?:ing)? forward|say|tell|ask|told|said|asked|admit|assume|off to|here for
""")
_ASKING_HELP = (
    r"(?:need|want|use|like) (?:some |a little |a bit of |your )?(?:help|advice|assistance|tips|suggestions|hand)"
)
EMPTY = re.compile(
    rf"(?:I|I'm|I've|I'd|I'll|we|we're|we've|we'd|we'll)?\s*(?:{_HELPERS})?\s*(?:{_DEGREES}\s+)*"
    rf"(?:{_MOODS}|{_THINKING}|{_ASKING_HELP})\b"
    r"|(?:by [^,]+, )?we (?:all|can|could|should|must|need|gotta|have to)\b",
    re.IGNORECASE,
)
_PRAISE = either("""
amazing|awesome|great|fun|cool|nice|good|best|inspiring|incredible|beautiful|special|important|powerful|wonderful
|perfect|lovely|rewarding|thought-provoking|necessary|possible|everything|fantastic|blast|worth it|gorgeous|stunning
|cute|sweet|priceless|meaningful|encouraging|uplifting|helpful|hard|tough|easy|crazy|wild|adorable|delicious|fancy|bold
|magical|unforgettable|motivating|impressive|exciting|relaxing|fulfilling|key|true|real|so happy
""")
EVALUATION = re.compile(
    rf"(?:\b(?:{_HELPERS}|looks?|looked|sounds?|feels?|felt|seems?|had|have|having)|'s)\s+(?:{_DEGREES}\s+)*{_PRAISE}"
    r"(?:\s+(?:and|for|to|thing|time|part|experience|way|feeling|ever)\b[^.]*)?[.!]*$",
    re.IGNORECASE,
)
SUBORDINATE = re.compile(
    r"(?:if|when|whenever|while|after|before|because|since|although|though|unless|once|as|where)\b", re.IGNORECASE
)
SELF = re.compile(r"\b(?:I|I'\w+|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b")
FIRST_PERSON = re.compile(r"\b(?:I|I'\w+|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|[Ww]e'\w+|us|[Oo]urs?|[Oo]urselves)\b")
SPECIFIC = re.compile(r"(?<!^)\b[A-Z][a-z]+|\d")
# What a sentence in a chat must hold to be worth keeping if it is not about its speaker.
BINDING = re.compile(
    r"\b(?:must|never|always|requires?|deadline|password|policy|rule|by default|every (?:day|week|month|\w+day))\b",
    re.IGNORECASE,
)
# What somebody cannot or does not do is worth a line, however short: can't have lactose.
RESTRAINT = re.compile(
    r"\b(?:can't|cannot|don't|doesn't|never)"
    r" (?:have|eats?|drinks?|takes?|wears?|uses?|smokes?|drives?|stand|tolerate)\b"
)
# The speaker or their group is the subject, or in it; us alone are people in general: books inspire us.
SPEAKS = re.compile(r"^(?:We|Our)\b|\b(?:I|I'\w+|[Mm]y|[Mm]e|[Mm]ine|[Mm]yself)\b")
# A day, a season or a place makes a remark about a thing worth keeping: the key is under the mat.
PLACED = re.compile(
    r"(?:the|our|my|[A-Z]\w+'s) (?:\w+ ){1,4}?(?:"
    r"(?:is|are|was|were|lives?|hangs?|stands?|lies?) (?:\w+ )?"
    r"(?:in|on|at|under|behind|beside|inside|above|near|next to)\b"
    r"|.*\b(?:yesterday|tonight|tomorrow|(?:last|next|this) \w+|in (?:the )?(?:spring|summer|autumn|fall|winter)"
    r"|at (?:noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|ago)\b)",
    re.IGNORECASE,
)
DETERMINERS = words("a an the this that these those my your his her its our their all every each any some no")
FOLLOWERS = DETERMINERS | words(
    "in on at to for from with by of into over under up out off about as until per via through between"
)
BEFORE_VERB = words("longer also always never often usually only still")
STOP = words("""
a an the and or but if of to in on at for from with by as is are was were be been being am has have had do does did will
would can could should may might must not no it its this that these those there here i me my we us our they them their
he she his her him who which what when where why how so too very really just also more most much many some any all one
ones thing things stuff lot lots bit way time get got getting go going gone went make made good great nice cool awesome
amazing fun new
""")

STATIC = re.compile(
    r"\b"
    + either(r"""
name is|is called|is named|goes by|nickname|was born|birthday|born (?:in|on)|lives (?:in|at|near) (?-i:[A-Z])\w*
|lives with|resides|is from|comes from|native|grew up|hometown|works as|works (?:at|for|in) (?:the )?(?-i:[A-Z])\w*
|is employed|profession
|is (?:an?|the) (?:\w+ ){0,3}(?:\w+(?:er|or|ist|ian|yst|eur|man)|assistant|accountant|chef|nurse|lawyer|pilot|cook
|parent|father|student|architect|president|chief|lead|vegan)
|likes|loves|hates|dislikes|prefers|enjoys|adores|can(?:not|'t| not) stand|favou?rite|is fond of|is a (?:\w+ )?fan of
|is allergic|allerg\w+|intolerant|vegetarian|vegan|diabetic|left-handed|right-handed|speaks|is married|is single
|is divorced|has (?:\w+ ){0,2}(?:kids|children|sons?|daughters?|brothers?|sisters?|siblings|cats?|dogs?|pets?|horses?)
|(?:husband|wife|partner|mother|father|mom|dad|sister|brother|son|daughter) is|always
|(?<!has )(?<!have )(?<!had )never|must|is (?:not )?allowed
|is forbidden|is required|requires|policy|every (?:day|week|month|year|\w+day|morning|evening)|by default|usually
|stands for|is short for
""")
    + r"\b",
    re.IGNORECASE,
)
DYNAMIC = re.compile(
    r"\b"
    + either(r"""
today|tonight|yesterday|tomorrow|currently|at the moment|recently|lately|these days|just|soon|so far|already|still
|yet
|(?:this|last|next|past|coming) (?:\w+ )?(?:second|minute|hour|morning|afternoon|evening|night|day|week|weekend
|month|quarter|year|spring|summer|autumn|fall|winter|sprint|\w+day)
|ago|will|going to|gonna|plans?|planned|planning|intends?|about to|upcoming|(?:is|are) (?:\w+ )?\w+ing|in progress
|blocked|pending|deadline|due|until|temporarily|looking forward
""")
    + r"\b",
    re.IGNORECASE,
)
HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|may be|could be|seems?|apparently|supposedly|i think|i guess|not sure"
    r"|allegedly|rumou?r)\b",
    re.IGNORECASE,
)
