"""The word lists by which English nouns are told from other words."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar.english_verbs import AUXILIARIES
from memoryhub.ingest.facts.wordlists import words

NO_NAME = words("""
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun january february march
april may june july august september october november december mr mrs ms dr prof user users i ok okay tv am pm god oh
hey hi utc gmt cet cest
""")
TITLES = words("mr mrs ms dr prof professor uncle aunt sir")
BEFORE_PERSON = words("""
friend sister brother son daughter husband wife mother father mom dad cousin colleague boss neighbour neighbor roommate
partner named called told asked met
""")
# Nouns that tie nothing together.
GENERIC = words("""
thing things way ways lot lots bit kind kinds sort sorts time times moment person people someone something anything
everything nothing everyone nobody one ones stuff part parts fact facts case cases point points side end start place
places percent number numbers amount set example examples reason reasons idea ideas question questions everybody others
rest half piece couple pair look type types folks folk chance difference plus gonna anyone guy guys sense deal user
users
""")
# Words that end a noun phrase though they are no function words.
BREAKING = words("""
today tomorrow yesterday tonight morning afternoon evening night day days week weeks weekend weekends month months year
years hour hours minute minutes second seconds two three four five six seven eight nine ten twelve twice once everywhere
somewhere anywhere farther further everyday yeah ya cause ok okay keen passionate fancy able awesome afraid
twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
""")
STOP = AUXILIARIES | words("""
a an the and or but nor if then else of to in on at for from with by as into onto over under up down out off about
against between through during before after above below per via than until since while because although though unless
whether when where which who whom whose what why how that this these those it its he him his she her hers they them
their theirs we us our ours i me my mine you your yours himself herself itself themselves myself ourselves there here
not no nor none neither either both each every all any some many much few more most less least several such own same
other another so too very just also only even still yet already again ever never always often sometimes usually now
soon later early back away together around along across behind near within without toward towards like unlike upon
among except instead maybe perhaps quite rather almost enough well really pretty actually alone though etc using being
longer anymore
""")
ADJECTIVES = words("""
good better best bad worse worst great nice big bigger small smaller little large old older new newer young long short
high low right wrong sure ready happy sad glad excited proud free full empty hard easy real true false whole main first
last next third late past recent current different similar various certain possible important available single double
open close closed cool awesome amazing fun funny beautiful lovely wonderful perfect fantastic interesting special
favorite favourite huge tiny hot cold warm cute sweet dear strong weak fast slow quick ago far deep rich poor simple
clear fine tough rough fresh clean dark light bright quiet loud busy tired safe strange weird crazy serious extra
overall red green blue black white yellow brown orange pink purple grey gray daily weekly monthly inspiring due bold
positive unique regular
""")
# Verbs that are as often nouns.
NOUNISH = words("""
work support race dance talk walk play love hope plan host report call study test change visit search deploy release
review view design research practice travel store paint fear cook coach guide match hike record order seat smell sound
value wish vote water fish name list post book block team group start show trade cover charge concern land ride drive
swim trust increase struggle smile fight dream hug taste touch face park form project contact access export import
update upgrade backup budget
""")
# Doing that is a thing to like or to speak of.
ACTIVITIES = words("""
swimming running painting hiking camping reading cooking gardening dancing singing writing drawing climbing cycling
skiing fishing knitting baking parenting counseling counselling training meeting building wedding engineering marketing
programming testing teaching learning housing banking shipping pricing funding trading hosting logging monitoring
indexing caching clothing evening morning ceiling feeling string spring ring king thing wing surfing sailing rowing
boxing bowling shopping drumming sewing weaving photography acting filming editing mentoring volunteering coding
onboarding sharding embedding ranking fencing skating snowboarding blogging gaming investing
""")
DETERMINED = words("""
a an the my his her their our its of every no some for in with about at by from your this that these those new own
""")
ADJECTIVE_END = re.compile(r"(?:ful|ous|able|ible|less|ish|ive|ical|esque|iest|ic|al)$")
NOT_ADJECTIVE = words("""
archive drive olive hive detective native executive table cable fish dish wish vegetable musical bus music clinic
fabric topic traffic public logic magic festival hospital animal journal goal meal deal signal terminal portal proposal
approval material capital manual tutorial rental arrival denial metal medal mall credential interval potential plastic
panic picnic mechanic critic ceramic arithmetic garlic
""")
GERUND_BEFORE = words("love loves loved like likes liked hate hates hated enjoy enjoys enjoyed go goes went into")
VERB_BEFORE = AUXILIARIES | words("to i we they you who that which please")
OBJECT_OPENERS = DETERMINED - {"of"} | {"to", "on"}
ADVERBS = words(
    "also no longer still now just always never often usually sometimes once then already even only currently"
)
