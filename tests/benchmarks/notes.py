"""Generated Markdown notes for measuring: the same seed gives the same files.

Each note is about one project with its own people, parts and places, out of some hundreds of each, so that names recur
over the files about as often as in the notes of a company. They are put together like the README files and design
notes they were compared with: some 6,000 characters in a dozen chunks, code and lists of steps among the prose, and
little more than one sentence a chunk that states a fact by itself.
"""

from __future__ import annotations

import random
from collections.abc import Sequence


def _words(text: str) -> list[str]:
    return text.split()


FIRST, LAST = _words("br d f g k l m n p r s t v z"), _words("ana ela ina osa uri eno imar adan olen ista")
QUALITIES = _words("northern nightly shared central mobile internal second public regional early spare weekly")
PARTS = _words("gateway scheduler ledger exporter cache queue parser mirror index notifier backup dashboard archive")
TOWNS = _words("Ghent Porto Leipzig Turku Lyon Gdansk Bergen Utrecht Trieste Tartu Cork Graz Ulm Brno Split Bath")
TOOLS = _words("Postgres Kafka Redis Grafana Terraform Ansible Django Nginx Vault Sentry")
FOODS = ["aubergine", "saffron rice", "rye bread", "miso soup", "red lentils", "plum cake", "green tea", "figs"]
HEADINGS = (
    "Who does what", "How it runs", "What we decided", "On call", "Around the office", "Open points", "Limits",
    "First steps", "Where it came from", "Costs",
)  # fmt: skip
WAYS = (
    "{a} looks after the {part} of {project} from the office in {town}.",
    "The {part} of {project} runs on {tool} and keeps what it reads for {number} days.",
    "{a} prefers {food} when the team of {project} eats together in {town}.",
    "In {project} the {part} writes {number} rows a minute to {tool}, which is enough for now.",
    "{a} and {b} review every change of the {part} before it reaches {tool}.",
    "The handbook of the {part} lies in the wiki of {town} under {project}.",
    "{a} moved the {part} of {project} to {tool} because the old one lost {number} messages.",
    "A release of the {part} takes {number} minutes and needs the approval of {b}.",
    "{a} teaches the cooking of {food} in {town} every second winter.",
    "Alerts of the {part} reach {a} first and {b} after {number} minutes.",
    "{b} wrote the {part} of {project} during a train journey from {town}.",
    "The customers of {project} in {town} pay for {number} seats.",
    "{a} learned about {tool} from {b} while they repaired the {part}.",
    "The {part} of {project} was switched off for {number} hours after a fire in {town}.",
)
# What notes are full of beside facts: it refers to what was said before, asks, instructs, or wonders.
AROUND = (
    "That took longer than anybody had thought, because most of the old rows were written in another order.",
    "It still has to wait for the others before it may begin with the next batch of messages, which can take a while.",
    "Should this be done by the same people who look after the rest of it, or by somebody who sees it afresh?",
    "They kept it that way for a long time, and nobody asked why until the first customers began to complain about it.",
    "Open the panel on the left, choose the newest of them, and wait until all of the lights have turned to green.",
    "This would only matter if both of them were started at the same moment, which has not been seen in years.",
    "How often that happens depends on many things, and most of them lie outside of what can be measured from here.",
    "It was then said that there might be a better way, but so far it has not been tried on anything of this size.",
    "Then check once more that nothing of it is left, and write down what you have seen while it was running.",
    "Those who came later found it hard to follow, so it was written anew in much shorter words, with a drawing.",
)
CODE = """```sh
{word} --check --since={number} | sort | uniq -c
{word} --restore /var/backups/{word}-{number}.tar --into /srv/{word}
```"""
STEPS = "- stop what runs on the second machine\n- copy the rows of the last {number} days\n- compare, and start again"


def note(number: int) -> str:
    """The text of one note."""
    chance = random.Random(number)
    project = f"{_name(chance)} {chance.choice(PARTS)}"
    people, towns = [_name(chance) for _ in range(4)], chance.sample(TOWNS, 3)
    parts = [f"{chance.choice(QUALITIES)} {chance.choice(PARTS)}" for _ in range(4)]
    sections = [f"# Notes {number}: {project}"]
    for heading in chance.sample(HEADINGS, 9):
        ways = chance.sample(WAYS, chance.randint(1, 2))
        facts = [_sentence(chance, way, project, people, parts, towns) for way in ways]
        prose = [*facts, *chance.sample(AROUND, chance.randint(3, 5))]
        sections.append(f"## {heading}\n\n" + " ".join(chance.sample(prose, len(prose))))
        if extra := chance.choice(("", "", CODE, STEPS)):
            sections.append(extra.format(word=chance.choice(PARTS), number=chance.randint(2, 99)))
    return "\n\n".join(sections) + "\n"


def short(number: int) -> str:
    """A note of three sentences."""
    chance = random.Random(number)
    people, towns = [_name(chance) for _ in range(4)], chance.sample(TOWNS, 3)
    parts = [f"{chance.choice(QUALITIES)} {chance.choice(PARTS)}" for _ in range(4)]
    project = f"{_name(chance)} {chance.choice(PARTS)}"
    return " ".join(_sentence(chance, way, project, people, parts, towns) for way in chance.sample(WAYS, 3))


def _name(chance: random.Random) -> str:
    """One of some 1,400 names."""
    return (chance.choice(FIRST) + chance.choice(LAST)[0] + chance.choice(FIRST) + chance.choice(LAST)).capitalize()


def _sentence(
    chance: random.Random, way: str, project: str, people: Sequence[str], parts: Sequence[str], towns: Sequence[str]
) -> str:
    a, b = chance.sample(people, 2)
    return way.format(
        a=a,
        b=b,
        project=project,
        part=chance.choice(parts),
        town=chance.choice(towns),
        food=chance.choice(FOODS),
        tool=chance.choice(TOOLS),
        number=chance.randint(2, 999),
    )
