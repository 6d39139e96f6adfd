"""What two rests have in common, and the one stretch in which they differ."""

from __future__ import annotations

from dataclasses import dataclass

from memoryhub.ingest.facts.wordlists import words
from memoryhub.ingest.updates import values
from memoryhub.ingest.updates.model import Frame, Slot, Word

MOST_WORDS = 2
FILLER = words("the a an of in on at to for and der die das den dem ein eine und von im am")


@dataclass(frozen=True, slots=True)
class Change:
    """The one stretch in which two rests differ."""

    before: tuple[Word, ...]
    after: tuple[Word, ...]

    def shared(self) -> set[Slot]:
        """The sorts of value that both sides give, though not the same."""
        old, new = values_of(self.before), values_of(self.after)
        return {slot for slot in old.keys() & new.keys() if values.differ(old[slot], new[slot])}

    @property
    def is_value(self) -> bool:
        """Whether the stretch holds values and the small words between them, and nothing else."""
        return bool(self.before and self.after) and all(word.slot for word in (*self.before, *self.after))

    @property
    def is_word(self) -> bool:
        """Whether one or two words stand for one or two others, with no other preposition between them."""
        sides = (self.before, self.after)
        return all(1 <= len(side) <= MOST_WORDS and all(word.slot != "join" for word in side) for side in sides)


def changed(old: Frame, new: Frame) -> Change:
    """Both rests without what they begin and end with alike."""
    first, second = [w for w in old.rest if w.text not in FILLER], [w for w in new.rest if w.text not in FILLER]
    while first and second and first[0].text == second[0].text:
        first, second = first[1:], second[1:]
    while first and second and first[-1].text == second[-1].text:
        first, second = first[:-1], second[:-1]
    return Change(tuple(first), tuple(second))


def values_of(stretch: tuple[Word, ...]) -> dict[Slot, str]:
    """The values of each sort, joined in order."""
    found: dict[Slot, str] = {}
    for word in stretch:
        if word.slot not in {"", "join"}:
            found[word.slot] = f"{found.get(word.slot, '')} {word.text}".strip()
    return found


def content(rest: tuple[Word, ...]) -> set[str]:
    """The words that carry meaning, without a plural s."""
    return {word.text.rstrip("s") for word in rest if word.text not in FILLER and word.slot != "join"}


def links(frame: Frame) -> list[str]:
    """The prepositions of the rest: teaching in Ghent and teaching on Fridays go together."""
    return [word.text for word in frame.rest if word.slot == "join"]
