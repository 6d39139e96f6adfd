"""What becomes of each fact of a document: kept, known already, an update, a question to a person, or a new memory.

A plan is made outside any transaction, from what is current at that moment. `recording` checks under the locks that
the memories it concerns are still what they were, and asks for a new plan when they are not.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memoryhub.documents.models import Document
from memoryhub.ingest import knowledge
from memoryhub.ingest.extractors import Extractor
from memoryhub.ingest.knowledge import Known, Told
from memoryhub.ingest.updates import Candidate, Verdict
from memoryhub.memories import selectors as memories
from memoryhub.memories.drafts import Draft, SourceDraft
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

NEW_REVISION = "new_revision"
INSTRUCTION = "instruction"
OTHER_SUBJECT = frozenset({"other_subject", "changed_holder"})
NEAREST_IN_DOCUMENT = 3
ALIKE = 0.5

# A memory the space has, or the place of one in the plan's `fresh`.
Subject = Known | int


@dataclass(frozen=True, slots=True)
class Update:
    """`told` becomes the next version of the subject's chain, by the rule in `draft`."""

    told: Told
    draft: Draft
    subject: Subject


@dataclass(frozen=True, slots=True)
class Question:
    """Something a person decides: a change of the subject, or, without one, whether to remember it at all."""

    told: Told
    kind: str
    subject: Subject | None
    why: dict[str, Any]


@dataclass(slots=True)
class Plan:
    """`kept`: sources whose sentence still stands, and where; `replaced`: those an update takes the place of;
    `again`: known memories that get one more source; `fresh`: to remember, be they new or known by their text;
    `known_roots`: the chains of all these. The rest is done in the order of the document."""

    kept: dict[uuid.UUID, SourceDraft] = field(default_factory=dict)
    replaced: set[uuid.UUID] = field(default_factory=set)
    known_roots: set[uuid.UUID] = field(default_factory=set)
    again: list[tuple[Known, Told]] = field(default_factory=list)
    fresh: list[Told] = field(default_factory=list)
    updates: list[Update] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def subjects(self) -> list[Known]:
        """The memories that must still be what they were when the plan is carried out."""
        named = [update.subject for update in self.updates] + [question.subject for question in self.questions]
        return [each for each in named if isinstance(each, Known)] + [known for known, _ in self.again]

    @property
    def size(self) -> int:
        """How many facts the plan disposes of."""
        parts = (self.kept, self.again, self.fresh, self.updates, self.questions)
        return sum(len(part) for part in parts)


def make(document: Document, told: Sequence[Told], extractor: Extractor) -> Plan:
    """The plan for all facts of the document's revision, in reading order."""
    # Only a document that was remembered before can be a source of anything yet.
    before = knowledge.earlier(document.space, document.pk) if document.remembered_revision else knowledge.Earlier({})
    is_conversation = any(one.fact.turn_index is not None for one in told)
    return _Planning(document.space, extractor, is_conversation=is_conversation).run(told, before)


class _Planning:
    """One plan in the making. `_now` is what a chain says by then, where the plan itself has moved it."""

    def __init__(self, space: Space, extractor: Extractor, *, is_conversation: bool) -> None:
        self._space, self._extractor, self._is_conversation = space, extractor, is_conversation
        self._plan = Plan()
        self._now: dict[uuid.UUID | int, Candidate] = {}

    def run(self, told: Sequence[Told], earlier: knowledge.Earlier) -> Plan:
        rest = self._recognise(told, earlier)
        rest = self._pair(rest, earlier)
        ending = {source.memory.root_id for source in earlier.left()}
        for one, concerned in zip(rest, knowledge.concerned(self._space, rest), strict=True):
            before = [(known, known.candidate) for known in concerned if known.root_id not in ending]
            self._judge(one, [*before, *self._said_before(one)])
        return self._plan

    def _recognise(self, told: Sequence[Told], earlier: knowledge.Earlier) -> list[Told]:
        """Settle what is known by its very text; returns the rest."""
        plan, rest = self._plan, []
        by_hash = memories.live_by_hash(self._space, [one.hash for one in told])
        for one in told:
            known = knowledge.stated(by_hash.get(one.hash, []))
            if source := earlier.take(one.hash):
                plan.kept[source.pk] = one.source
                plan.known_roots.add(source.memory.root_id)
            elif INSTRUCTION in one.fact.flags:
                plan.questions.append(Question(one, "flagged_text", None, {"rule": INSTRUCTION}))
            elif known:
                plan.known_roots.add(known[0].root_id)
                plan.fresh.append(one)
            else:
                rest.append(one)
        return rest

    def _pair(self, told: Sequence[Told], earlier: knowledge.Earlier) -> list[Told]:
        """Facts that stand in the place of a vanished sentence are its next version; returns the rest."""
        vanished = earlier.vanished()
        rest = []
        for one in told:
            for source in vanished:
                verdict = self._replaces(source.memory, one)
                if verdict is not None:
                    vanished.remove(source)
                    earlier.take(source.memory.text_hash)
                    self._plan.replaced.add(source.pk)
                    self._update(
                        one, knowledge.known(source.memory), NEW_REVISION, verdict.evidence | {"by": verdict.rule}
                    )
                    break
            else:
                rest.append(one)
        return rest

    def _replaces(self, memory: Memory, one: Told) -> Verdict | None:
        """The verdict if the fact says anew, of the same subject, what the vanished sentence said."""
        verdict = self._extractor.decide(Candidate(memory.text, memory.language), one.candidate)
        if verdict.rule in OTHER_SUBJECT:
            return None
        if verdict.kind != "none" or _alike(memory.tokens, one.draft.prepared.tokens):
            return verdict
        return None

    def _said_before(self, one: Told) -> list[tuple[Subject, Candidate]]:
        """What the document itself said before and may take back: in a conversation, or by an announced correction."""
        if not (self._is_conversation or one.candidate.is_correction):
            return []
        vector = one.draft.prepared.vector
        earlier = [(at, other) for at, other in enumerate(self._plan.fresh) if other.fact.language == one.fact.language]
        earlier.sort(key=lambda pair: float(vector @ pair[1].draft.prepared.vector), reverse=True)
        return [(at, other.candidate) for at, other in earlier[:NEAREST_IN_DOCUMENT]]

    def _judge(self, one: Told, known: Sequence[tuple[Subject, Candidate]]) -> None:
        """The first memory that says the same or is updated settles it; else the first that may be is asked about."""
        question: Question | None = None
        for subject, candidate in known:
            verdict = self._verdict(subject, candidate, one)
            if verdict.kind == "same":
                self._again(one, subject)
                return
            if verdict.kind == "update":
                self._update(one, subject, verdict.rule, verdict.evidence)
                return
            if verdict.kind == "propose" and question is None:
                question = Question(one, "update", subject, {"rule": verdict.rule, "evidence": verdict.evidence})
        if question is None:
            self._plan.fresh.append(one)
        else:
            self._plan.questions.append(question)

    def _verdict(self, subject: Subject, candidate: Candidate, one: Told) -> Verdict:
        at = place(subject)
        verdict = self._extractor.decide(self._now.get(at, candidate), one.candidate)
        if verdict.kind == "update" and isinstance(subject, Known) and at not in self._now:
            # Only now is it worth asking for the day: what is older than it would replace is only proposed.
            return self._extractor.decide(subject.dated, one.candidate)
        return verdict

    def _again(self, one: Told, subject: Subject) -> None:
        if isinstance(subject, Known):
            self._plan.again.append((subject, one))

    def _update(self, one: Told, subject: Subject, rule: str, evidence: dict[str, Any]) -> None:
        draft = replace(one.draft, rule=rule, metadata={"update": {"rule": rule, **evidence}})
        self._plan.updates.append(Update(one, draft, subject))
        self._now[place(subject)] = one.candidate


def place(subject: Subject) -> uuid.UUID | int:
    """What a chain goes by in a plan: its root, or its place in `fresh`."""
    return subject.root_id if isinstance(subject, Known) else subject


def _alike(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether two sentences begin alike and share at least half of their words."""
    first, second = set(old), set(new)
    return old[:1] == list(new[:1]) and len(first & second) >= ALIKE * len(first | second)
