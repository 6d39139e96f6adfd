"""English verb forms: enough to tell a statement from a fragment, and to turn the first person into the third."""

from __future__ import annotations

from memoryhub.ingest.facts.wordlists import words

# Base, past and participle where they are irregular.
_IRREGULAR = """
become became become, begin began begun, bend bent bent, bind bound bound, bite bit bitten, blow blew blown,
break broke broken, bring brought brought, build built built, buy bought bought, catch caught caught,
choose chose chosen, come came come, cost cost cost, cut cut cut, deal dealt dealt, dig dug dug, draw drew drawn,
drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed fed, feel felt felt,
fight fought fought, find found found, fit fit fit, fly flew flown, forget forgot forgotten, forgive forgave forgiven,
get got gotten, give gave given, go went gone, grow grew grown, hang hung hung, hear heard heard, hide hid hidden,
hit hit hit, hold held held, hurt hurt hurt, keep kept kept, know knew known, lay laid laid, lead led led,
leave left left, lend lent lent, let let let, lie lay lain, lose lost lost, make made made, mean meant meant,
meet met met, pay paid paid, put put put, quit quit quit, read read read, ride rode ridden, ring rang rung,
rise rose risen, run ran run, say said said, see saw seen, sell sold sold, send sent sent, set set set,
shake shook shaken, shoot shot shot, show showed shown, shut shut shut, sing sang sung, sink sank sunk, sit sat sat,
sleep slept slept, speak spoke spoken, spend spent spent, spread spread spread, stand stood stood, steal stole stolen,
stick stuck stuck, swear swore sworn, swim swam swum, take took taken, teach taught taught, tell told told,
think thought thought, throw threw thrown, understand understood understood, wake woke woken, wear wore worn,
win won won, write wrote written
"""
_REGULAR = """
accept achieve add admire admit adopt adore afford agree aim allow analyse analyze announce apply appreciate approve
argue arrange arrive ask assign attend avoid back bake base believe belong block book borrow bump call camp cancel
capture care carry celebrate change charge chat check clean climb close coach collect combine commute compare complain
complete concern configure connect consider consist contain continue contribute control cook copy count cover craft
create cross cry cycle dance debug decide decline delay delete deliver depend deploy describe deserve design develop
discover discuss dislike divide donate download dream drop earn edit embrace emigrate employ enable encourage end enjoy
ensure enter establish evolve examine exist expand expect expire explain explore export express face fail fear file
fill finish fix focus follow force foster freeze fund gather graduate guess guide handle happen hate head help hike
hire hope host hug hunt identify imagine implement import improve include increase inspire install intend introduce
invent invest invite involve join juggle jump kill knit land last laugh launch learn like link list listen live load
locate log look love maintain major manage mark marry match matter measure mention merge migrate miss monitor motivate
mount move name need notice notify observe offer open operate order organise organize own paint park pass perform pick
plan plant play point post practice practise prefer prepare present prevent produce promise promote protect prove
provide publish pull push raise reach react realise realize rearrange receive recommend record reduce refresh refuse
regret reject relate relax release relocate remain remember remind remove rent repair replace reply report represent
request require research reserve resign resolve restart retire return review reward roast rotate sail save schedule
score search seal seem serve share ship shop shout sign ski skip smell smile smoke solve sound specialise specialize
sponsor stain start stay stop store struggle study submit succeed suffer suggest supervise supply support suppose surf
switch tackle talk taste tend test thank thrive tie touch trace track train transfer transform transition translate
transport travel treat trigger trust try turn type unify unseal update upgrade upload use value view visit volunteer
adjust assemble attach calculate convert decrease deny detach detect disable encrypt execute extend generate grant
ignore leak occur overwrite permit persist predict prohibit refer rely render renew restrict resume retain retrieve
rewrite select simplify subscribe tolerate validate vary verify vote wait walk want warn wash watch water weigh wish
wonder work worry wrap yell
"""
IRREGULAR = {row.split()[0]: (row.split()[1], row.split()[2]) for row in " ".join(_IRREGULAR.split()).split(",")}
BASE = words(_REGULAR) | IRREGULAR.keys()
# Verbs whose past looks like their present: the form alone does not tell when.
AMBIGUOUS = frozenset(base for base, (past, _) in IRREGULAR.items() if past == base)
MODALS = words(
    "can could will would shall should may might must cannot can't couldn't won't wouldn't shouldn't mustn't"
)
AUXILIARIES = MODALS | words("""
am is are was were be been being has have had do does did isn't aren't wasn't weren't hasn't haven't hadn't don't
doesn't didn't
""")
PAST = words("went used was had did didn't wasn't hadn't") | {
    past for base, (past, _) in IRREGULAR.items() if base not in AMBIGUOUS
}
PARTICIPLES = words("been had done got") | {participle for _, participle in IRREGULAR.values()}
PAST_IN_EED = words("agreed disagreed freed guaranteed decreed refereed")
# What people do, by which a bare first word is known to be somebody's name.
CERTAIN_HUMAN = words("""
said says leads led loves loved likes liked hates hated lives lived moved moves coaches coached teaches taught married
met prefers enjoys enjoyed wants wanted thinks thought believes feels felt knows knew speaks spoke owns owned works
worked studies studied plays played joined joins manages managed wrote writes told asked asks plans bought buys went
goes grew quit visited visits drinks eats cooks drives cannot can't reported reports announced explained agreed promised
sent emailed phoned noticed
""")
_THIRD = {"am": "is", "are": "is", "have": "has", "do": "does", "don't": "doesn't", "haven't": "hasn't", "go": "goes"}


def third_person(base: str) -> str:
    """`base` as it stands after he or she, in the present tense."""
    if base in _THIRD:
        return _THIRD[base]
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def is_past(word: str) -> bool:
    """Whether the word can be the past of a verb; `-eed` as in need is no ending of the past."""
    return word in PAST or (word.endswith("ed") and len(word) > 4 and (not word.endswith("eed") or word in PAST_IN_EED))


BASE_OF = {third_person(base): base for base in BASE}
THIRD = BASE_OF.keys() | {"is", "has", "does"}
