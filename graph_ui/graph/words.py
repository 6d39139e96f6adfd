"""The words of the map in the reader's language: for its script, its fields and its head line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import formats
from django.utils.translation import gettext, ngettext, pgettext

from graph_ui.graph.outline import ClusterRow, Shown
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import GraphInput, NodeKind


def titles() -> Mapping[Role, str]:
    """What the fields are called; islands have names of their own."""
    return {Role.ISLAND: "", Role.SMALL: gettext("Small groups"), Role.ISOLATED: gettext("Without relations")}


def for_script() -> dict[str, str]:
    """What static/js/graph/page.js says. ``%(name)s`` is filled in by the script."""
    return {
        "memory": gettext("memory"),
        "document": gettext("document"),
        "current": pgettext("state of a memory", "current"),
        "superseded": gettext("superseded"),
        "pending": gettext("pending"),
        "expiring": gettext("expiring"),
        "forgotten": gettext("forgotten"),
        "updates": pgettext("relation to another memory", "updates"),
        "extends": pgettext("relation to another memory", "extends"),
        "derives": pgettext("relation to another memory", "follows from"),
        "source": pgettext("relation of a document to a memory", "says"),
        "key": pgettext("relation to another memory", "shares a key with"),
        "relations": gettext("relations: %(count)s"),
        "shown": gettext("%(shown)s shown"),
        "shownOf": gettext("%(shown)s of %(total)s shown"),
        "hidden": gettext("What was chosen is hidden by the filters."),
        "pathFrom": gettext("Choose where the path leads: click there, or walk there and press P again."),
        "entries": gettext("entries: %(count)s"),
        "neighbours": gettext("%(at)s of %(count)s neighbours"),
        "onlyNeighbour": gettext("the only neighbour"),
        "pictured": gettext("More than %(most)s are in view: they are an embedded picture, not shapes."),
        "nothingThere": gettext("Nothing lies that way."),
        "beyond": gettext("%(count)s more beside it"),
        "allBeside": gettext("All that is beside it is shown."),
        "full": gettext("No more can be shown at once."),
        "ghost": gettext("v%(version)s of %(of)s"),
        "ghostLink": gettext("Version %(version)s of %(of)s, and what replaced it"),
        "ghostsMore": gettext("%(count)s older"),
        "noIsland": gettext("This is on no island."),
        "notPinned": gettext("Nodes are pinned on the whole map."),
        "gone": gettext("What was chosen is no longer on the map."),
        "waiting": gettext("%(count)s new"),
        "arrived": gettext("Waiting to be shown on the map: %(count)s"),
    }


def for_spaces() -> dict[str, str]:
    """What static/js/graph/spaces.js says."""
    return {"shown": gettext("%(shown)s shown"), "shownOf": gettext("%(shown)s of %(total)s shown")}


def count_line(shown: int, total: int) -> str:
    """How much of a space the map shows, as the page says it before its script runs."""
    figures = {"shown": number(shown), "total": number(total)}
    return (gettext("%(shown)s of %(total)s shown") if total > shown else gettext("%(shown)s shown")) % figures


def drawing_line(nodes: int) -> str:
    """That there will be a map, and how large."""
    told = ngettext("The map of %(count)s entry is being drawn", "The map of %(count)s entries is being drawn", nodes)
    return told % {"count": number(nodes)}


def figures_line(graph: GraphInput, shown: Shown) -> str:
    """Documents, memories and relations that are shown."""
    documents = int((graph.kinds[shown.mask] == NodeKind.DOCUMENT).sum())
    memories, relations = int(shown.mask.sum()) - documents, len(shown.edges)
    figures = (
        (ngettext("%(count)s document", "%(count)s documents", documents), documents),
        (ngettext("%(count)s memory", "%(count)s memories", memories), memories),
        (ngettext("%(count)s relation", "%(count)s relations", relations), relations),
    )
    return " · ".join(text % {"count": number(count)} for text, count in figures)


def islands_line(rows: Sequence[ClusterRow]) -> str:
    """How many islands are shown."""
    islands = sum(row.is_island for row in rows)
    return ngettext("%(count)s island", "%(count)s islands", islands) % {"count": number(islands)}


def number(value: float, *, places: int | None = None) -> str:
    """A figure as the reader's language writes it."""
    return formats.number_format(value, places, force_grouping=True)
