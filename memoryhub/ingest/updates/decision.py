"""The rules, surest first. Only those of `SURE` may update without a person; each names itself in the verdict.

- `ended`: the new fact says that the old one no longer holds ("no longer", "any more", 不再, "nicht mehr").
- `corrected`: it calls itself a correction of what has the same subject and verb.
- `changed_value`: subject, verb and all else are the same but for one number, date or time.
- `changed_place`: the subject is, lives or has moved somewhere else.
Whatever comes close to these but is not sure is proposed; similarity alone decides nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from memoryhub.core import text as text_rules
from memoryhub.ingest.facts.wordlists import words
from memoryhub.ingest.updates import chinese, comparison, english, german, latin, places
from memoryhub.ingest.updates.model import Candidate, Frame, Slot, Verdict, VerdictKind

ARTICLE = re.compile(r"^(?:the|a|an|der|die|das)\s+")
SHORT_COMPLEMENT = 4
LONGEST = 600
LEXICONS = {lexicon.code: lexicon for lexicon in (english.LEXICON, german.LEXICON)}
FUNCTIONAL = re.compile(
    r"(?:\b(?:lead|leader|owner|manager|name|password|code|address|channel|window|deadline|price|colou?r|favou?rite \w+"
    r"|cluster|port|host|version|contact|lieblings\w+)|(?:leiter|leiterin|passwort|adresse|kanal|frist|preis|fenster)"
    r"|负责人|名字|密码|地址|频道|窗口|截止日期|价格|颜色|版本|端口)$"
)
PLANNED = words("due scheduled planned set fixed utc gmt cet cest est pst sharp fällig geplant angesetzt")
# Not to stand something any more is to begin to dislike it.
BEARING = frozenset({"stand", "bear"})
POSSESSION = frozenset({"have", "need", "require", "haben", "brauchen", "有"})
# Being from somewhere is not being there, nor is going there.
ORIGIN, TARGET = {"from", "of", "by", "von", "vom"}, {"to", "nach"}
OPPOSED = {"like": "dislike", "dislike": "like"}


def decide(old: Candidate, new: Candidate) -> Verdict:
    """What `new`, said after `old` was known, means for it: the same, an update, a proposal to a person, or nothing.

    Both are current facts of one space. An update whose own date is older than what it would replace is only proposed.
    """
    if _plain(old.text) == _plain(new.text):
        return Verdict("same", "equal_text")
    first, second = frame(old.text, old.language), frame(new.text, new.language)
    if first is None or second is None or first.language != second.language:
        return Verdict("none", "not_comparable")
    if first == replace(second, cue=first.cue, is_sure_cue=first.is_sure_cue):
        return Verdict("same", "equal_frame")
    verdict = _judged(first, second, announced=new.is_correction)
    if verdict.kind == "update" and old.said_on and new.said_on and new.said_on < old.said_on:
        return Verdict("propose", verdict.rule, {**verdict.evidence, "doubt": "the new fact is older"})
    return verdict


@lru_cache(maxsize=4096)
def frame(text: str, language: str) -> Frame | None:
    """The frame of a fact, or None where its language has no reader or its parts cannot be told apart."""
    if len(text) > LONGEST:
        return None
    if language == "zh":
        return chinese.frame(text)
    lexicon = LEXICONS.get(language)
    return latin.frame(text, lexicon) if lexicon else None


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return ARTICLE.sub("", text_rules.normalise(text))


def _judged(old: Frame, new: Frame, *, announced: bool) -> Verdict:
    if old.subject != new.subject:
        return _changed_holder(old, new)
    return (
        _ended(old, new)
        or _corrected(old, new, announced=announced)
        or _changed_place(old, new)
        or _changed_value(old, new)
        or _opposed(old, new)
        or _changed_complement(old, new)
        or Verdict("none", "no_rule")
    )


def _verdict(kind: VerdictKind, rule: str, old: Frame, new: Frame, **evidence: str) -> Verdict:
    return Verdict(kind, rule, {"subject": new.subject, "from": old.said, "to": new.said, **evidence})


def _ended(old: Frame, new: Frame) -> Verdict | None:
    if not new.is_ended or old.is_ended or old.is_negated:
        return None
    same_verb = old.verb == new.verb or (old.family == new.family and old.family in {"like", "dislike", "dwell"})
    turned = OPPOSED.get(old.family) == new.family
    if new.verb in BEARING and not turned:
        return None
    held, named = comparison.content(old.rest), comparison.content(new.rest)
    if not (same_verb or turned) or not held & named:
        return None
    # A word more may narrow it: no longer plays the cello in the orchestra.
    sure = held == named and old.tense == "present" and new.tense != "future" and not new.is_bound
    return _verdict("update" if sure else "propose", "ended", old, new)


def _corrected(old: Frame, new: Frame, *, announced: bool) -> Verdict | None:
    if not (new.cue or announced) or old.verb != new.verb or new.is_ended:
        return None
    changed = comparison.changed(old, new)
    if old.is_negated != new.is_negated and comparison.content(old.rest) == comparison.content(new.rest):
        kind: VerdictKind = "update" if new.is_sure_cue or announced else "propose"
        return _verdict(kind, "corrected", old, new, cue=new.cue)
    is_thing = old.verb == "be" or old.verb == "是"
    alike = changed.is_value and bool(changed.shared())
    named_alike = is_thing and not old.is_somebody and old.is_definite and len(changed.after) <= SHORT_COMPLEMENT
    overlapping = (
        bool(comparison.content(old.rest) & comparison.content(new.rest))
        and changed.is_word
        and comparison.links(old) == comparison.links(new)
    )
    said = new.is_sure_cue or announced
    sure = alike or (named_alike and _is_functional(old)) or (overlapping and said and not is_thing)
    close = new.is_sure_cue or announced or (named_alike and changed.is_word)
    if not sure and not close:
        return None
    return _verdict("update" if sure and old.tense == new.tense else "propose", "corrected", old, new, cue=new.cue)


def _changed_place(old: Frame, new: Frame) -> Verdict | None:
    """`The studio is in Ghent`, `The studio moved to Porto`; being somewhere is not living there."""
    before, after = _place(old), _place(new)
    if not before or not after or not (old.is_definite and new.is_definite):
        return None
    if before == after:
        return Verdict("none", "same_place")
    if old.is_negated or new.is_negated or old.is_ended or new.is_ended:
        return None
    in_street = places.has_street(before)
    works_elsewhere = {"employ"} < {old.family, new.family} <= {"employ", "dwell", "be"}
    if in_street != places.has_street(after) or works_elsewhere:
        # A street lies in a town and says nothing against one, nor does where somebody works against where they live.
        return None
    may = _may_move(old, new) and _exclude(old, new, before, after) and not (old.is_bound or new.is_bound)
    sure = may and not in_street  # a shop may have two addresses
    return _verdict("update" if sure else "propose", "changed_place", old, new, slot="place")


def _exclude(old: Frame, new: Frame, before: str, after: str) -> bool:
    """Whether who is in one place is not in the other: 河边 and 桥头 may be the same spot, 杭州 and 宁波 are not."""
    named = places.is_named(before) and places.is_named(after)
    return places.exclude_each_other(before, after) and (named or "move" in {old.family, new.family})


def _may_move(old: Frame, new: Frame) -> bool:
    pair = {old.family, new.family}
    if not pair <= {"be", "dwell", "move"} or "future" in (old.tense, new.tense):
        return False
    if len(pair) == 1:
        # In German every noun has a capital: "ist in Köln" and "ist in Therapie" look alike.
        return (
            old.verb == new.verb
            and (old.tense == new.tense or "move" in pair)
            and not (new.language == "de" and "be" in pair)
        )
    # In English people also move to another team or tool.
    return "move" in pair and not (old.is_somebody and (new.language == "en" or "be" in pair))


def _place(frame: Frame) -> str:
    """The place a frame is about: all its rest, but for the word that leads to it."""
    if frame.family not in {"be", "dwell", "move", "employ"} or (frame.family != "move" and frame.tense == "past"):
        return ""
    if any(word.text in ORIGIN or (word.text in TARGET and frame.family != "move") for word in frame.rest):
        return ""
    named = [word for word in frame.rest if word.slot == "place"]
    others = [word for word in frame.rest if word.slot not in {"place", "join"} and word.text not in comparison.FILLER]
    return " ".join(word.text for word in named) if named and not others else ""


def _changed_value(old: Frame, new: Frame) -> Verdict | None:
    comparable = old.verb == new.verb or (old.family == "be" and new.family == "move")
    if not comparable or old.is_negated != new.is_negated or old.is_ended != new.is_ended:
        return None
    changed = comparison.changed(old, new)
    shared = changed.shared()
    if not changed.is_value or not shared:
        return None
    if "place" in shared:
        return None
    sure = (
        (old.family in {"be", "measure"} or (old.family == "hold" and shared == {"number"}))
        and _leaves_nothing_else(old, changed, shared)
        and old.is_definite
        and new.is_definite
        and old.tense == "present"
        and (new.tense == "present" or new.family == "move")
        and not (old.is_bound or new.is_bound or old.is_repeated or new.is_repeated)
    )
    if not sure and old.tense == "past":
        return None
    return _verdict("update" if sure else "propose", "changed_value", old, new, slot=" ".join(sorted(shared)))


def _leaves_nothing_else(old: Frame, changed: comparison.Change, shared: set[Slot]) -> bool:
    """Whether the value is all that is said: `is open on Monday` does not exclude Tuesday, `is on Monday` does."""
    words = [
        word.text
        for word in old.rest
        if word not in changed.before and word.slot == "" and word.text not in comparison.FILLER
    ]
    others = [word for word in words if word not in PLANNED]
    if shared == {"number"}:
        start = old.rest.index(changed.before[0])
        ahead = [word for word in old.rest[:start] if word.slot == "" and word.text not in comparison.FILLER]
        return len(ahead) <= (0 if old.verb in POSSESSION else 1)
    return not others and old.verb not in POSSESSION and not (old.family == "measure" and "weekday" in shared)


def _opposed(old: Frame, new: Frame) -> Verdict | None:
    held, named = comparison.content(old.rest), comparison.content(new.rest)
    if len(held & named) * 2 <= len(held | named):
        return None
    if OPPOSED.get(old.family) == new.family or (old.verb == new.verb and old.is_negated != new.is_negated):
        return _verdict("propose", "opposed", old, new)
    return None


def _changed_complement(old: Frame, new: Frame) -> Verdict | None:
    """`The lead is Orlan`, `The lead is Brenka`: one thing of its kind, but no value that could be compared."""
    works = old.family == "employ" and old.tense == "present" and new.family == "employ"
    if works and _employer(old) and _employer(new) and _employer(old) != _employer(new):
        return _verdict("propose", "changed_employer", old, new)
    both_be = old.family == new.family == "be" and old.tense == new.tense == "present"
    short = len(old.rest) <= SHORT_COMPLEMENT and len(new.rest) <= SHORT_COMPLEMENT
    if both_be and short and _is_functional(old) and old.is_definite and comparison.changed(old, new).after:
        return _verdict("propose", "changed_complement", old, new)
    return None


def _employer(frame: Frame) -> str:
    """For whom somebody works, joined or was employed."""
    at = any(word.text in {"at", "for", "bei"} for word in frame.rest)
    return frame.said if at or frame.verb in {"join", "任职于"} else ""


def _changed_holder(old: Frame, new: Frame) -> Verdict:
    same = old.family == new.family == "hold" and old.verb == new.verb and old.rest and old.rest == new.rest
    if same and old.tense == new.tense and not (old.is_negated or new.is_negated or old.is_ended or new.is_ended):
        return _verdict("propose", "changed_holder", old, new, holder=f"{old.subject} -> {new.subject}")
    return Verdict("none", "other_subject")


def _is_functional(frame: Frame) -> bool:
    return bool(FUNCTIONAL.search(frame.subject))
