"""Generated Markdown notes for measuring: the same seed gives the same files.

Each note is about one project with its own people, parts and places, out of some hundreds of each, so that names recur
over the files about as often as in the notes of a company.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

SECTIONS, SENTENCES = 5, (4, 7)
FIRST, LAST = "br d f g k l m n p r s t v z".split(), "ana ela ina osa uri eno imar adan olen ista".split()
QUALITIES = "northern nightly shared central mobile internal second public regional early spare weekly".split()
PARTS = "gateway scheduler ledger exporter cache queue parser mirror index notifier backup dashboard archive".split()
TOWNS = "Ghent Porto Leipzig Turku Lyon Gdansk Bergen Utrecht Trieste Tartu Cork Graz Ulm Brno Split Bath".split()
TOOLS = "Postgres Kafka Redis Grafana Terraform Ansible Django Nginx Vault Sentry".split()
FOODS = ["aubergine", "saffron rice", "rye bread", "miso soup", "red lentils", "plum cake", "green tea", "figs"]
HEADINGS = ("Who does what", "How it runs", "What we decided", "On call", "Around the office", "Open points")
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


def note(number: int) -> str:
    """The text of one note: about 2,500 characters in five sections."""
    chance = random.Random(number)
    project = f"{_name(chance)} {chance.choice(PARTS)}"
    people, towns = [_name(chance) for _ in range(4)], chance.sample(TOWNS, 3)
    parts = [f"{chance.choice(QUALITIES)} {chance.choice(PARTS)}" for _ in range(4)]
    sections = [f"# Notes {number}: {project}"]
    for heading in chance.sample(HEADINGS, SECTIONS):
        ways = chance.sample(WAYS, chance.randint(*SENTENCES))
        sections.append(
            f"## {heading}\n\n" + " ".join(_sentence(chance, way, project, people, parts, towns) for way in ways)
        )
    return "\n\n".join(sections) + "\n"


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
