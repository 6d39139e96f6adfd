"""A map as a file of GraphML, GEXF or node-link JSON, written while it is read.

networkx reads all three (`read_graphml`, `read_gexf`, `node_link_graph`) and has writers of its own, which want an
object for every node and edge first: of a large map that is several times the map. So they are written here, in parts.
http://graphml.graphdrawing.org/specification.html, https://gexf.net/schema.html (1.2draft)
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import count
from xml.sax.saxutils import escape

# What XML 1.0 has no way to say, not even as a number.
UNSAYABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# A reader would take these for blanks.
KEPT = {"\t": "&#9;", "\n": "&#10;", "\r": "&#13;", '"': "&quot;"}


@dataclass(frozen=True, slots=True)
class Node:
    """A memory's version or a document; `island` is empty outside of islands, y grows downward."""

    id: str
    text: str
    kind: str
    state: str
    is_static: bool
    is_inference: bool
    created: str
    island: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Edge:
    """What links two nodes; `count` is how many equal ones it stands for."""

    source: str
    target: str
    relation: str
    count: int


@dataclass(frozen=True, slots=True)
class About:
    """What a file is of: the space's name; ``view`` says by name what was asked for, such as filters and moments."""

    name: str
    view: Mapping[str, str]


NODE_TYPES = {
    "text": "string",
    "kind": "string",
    "state": "string",
    "is_static": "boolean",
    "is_inference": "boolean",
    "created": "string",
    "island": "string",
    "x": "double",
    "y": "double",
}
EDGE_TYPES = {"relation": "string", "count": "int"}


def moment(seconds: float) -> str:
    """Seconds since the epoch as programs read them."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


class Writer(ABC):
    """One format: the parts of a file in their order, each of them text."""

    media_type: str

    @abstractmethod
    def head(self, about: About) -> str:
        """Before the first node."""

    @abstractmethod
    def nodes(self, rows: Sequence[Node]) -> str:
        """Some nodes."""

    @abstractmethod
    def between(self) -> str:
        """After the last node, before the first edge."""

    @abstractmethod
    def edges(self, rows: Sequence[Edge]) -> str:
        """Some edges."""

    @abstractmethod
    def tail(self) -> str:
        """After the last edge."""


def written(
    writer: Writer, about: About, nodes: Iterator[Sequence[Node]], edges: Iterator[Sequence[Edge]]
) -> Iterator[bytes]:
    """A file in parts, from nodes and edges in batches."""
    yield writer.head(about).encode()
    for some in nodes:
        yield writer.nodes(some).encode()
    yield writer.between().encode()
    for few in edges:
        yield writer.edges(few).encode()
    yield writer.tail().encode()


class GraphML(Writer):
    """Values as elements with a key each."""

    media_type = "application/graphml+xml"

    def __init__(self) -> None:
        self._number = count()

    def head(self, about: About) -> str:
        view = dict.fromkeys(about.view, "string")
        keys = "".join(
            f'<key id="{whose}-{each}" for="{whose}" attr.name="{each}" attr.type="{type_}"/>\n'
            for whose, types in (("graph", view), ("node", NODE_TYPES), ("edge", EDGE_TYPES))
            for each, type_ in types.items()
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
            f'{keys}<graph id="{said(about.name)}" edgedefault="directed">\n{_data("graph", view, about.view)}\n'
        )

    def nodes(self, rows: Sequence[Node]) -> str:
        return "".join(f'<node id="{row.id}">{_data("node", NODE_TYPES, asdict(row))}</node>\n' for row in rows)

    def between(self) -> str:
        return ""

    def edges(self, rows: Sequence[Edge]) -> str:
        return "".join(
            f'<edge id="{number}" source="{row.source}" target="{row.target}">'
            f"{_data('edge', EDGE_TYPES, asdict(row))}</edge>\n"
            for row, number in zip(rows, self._number, strict=False)
        )

    def tail(self) -> str:
        return "</graph>\n</graphml>\n"


class GEXF(Writer):
    """Values as attributes, places as Gephi takes them."""

    media_type = "application/gexf+xml"

    def __init__(self) -> None:
        self._number = count()

    def head(self, about: About) -> str:
        told = "; ".join([about.name, *(f"{name}: {value}" for name, value in about.view.items())])
        declared = "".join(
            f'<attributes class="{whose}">'
            + "".join(
                f'<attribute id="{each}" title="{each}" type="{"integer" if type_ == "int" else type_}"/>'
                for each, type_ in types.items()
            )
            + "</attributes>\n"
            for whose, types in (("node", NODE_TYPES), ("edge", EDGE_TYPES))
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://www.gexf.net/1.2draft"'
            ' xmlns:viz="http://www.gexf.net/1.2draft/viz" version="1.2">\n'
            f"<meta><description>{said(told)}</description></meta>\n"
            f'<graph defaultedgetype="directed" mode="static">\n{declared}<nodes>\n'
        )

    def nodes(self, rows: Sequence[Node]) -> str:
        return "".join(
            f'<node id="{row.id}" label="{said(row.text)}">{_attributes(NODE_TYPES, asdict(row))}'
            f'<viz:position x="{row.x}" y="{row.y}" z="0.0"/></node>\n'
            for row in rows
        )

    def between(self) -> str:
        return "</nodes>\n<edges>\n"

    def edges(self, rows: Sequence[Edge]) -> str:
        return "".join(
            f'<edge id="{number}" source="{row.source}" target="{row.target}">'
            f"{_attributes(EDGE_TYPES, asdict(row))}</edge>\n"
            for row, number in zip(rows, self._number, strict=False)
        )

    def tail(self) -> str:
        return "</edges>\n</graph>\n</gexf>\n"


class NodeLink(Writer):
    """JSON as `networkx.node_link_graph(data, edges="edges")` takes it."""

    media_type = "application/json"

    def __init__(self) -> None:
        self._number = count()
        self._comma = ""

    def head(self, about: About) -> str:
        told = json.dumps({"name": about.name, **about.view})
        return f'{{"directed": true, "multigraph": true, "graph": {told}, "nodes": ['

    def nodes(self, rows: Sequence[Node]) -> str:
        return self._listed([asdict(row) for row in rows])

    def between(self) -> str:
        self._comma = ""
        return '], "edges": ['

    def edges(self, rows: Sequence[Edge]) -> str:
        return self._listed([{**asdict(row), "key": number} for row, number in zip(rows, self._number, strict=False)])

    def tail(self) -> str:
        return "]}\n"

    def _listed(self, rows: Sequence[Mapping[str, object]]) -> str:
        if not rows:
            return ""
        part, self._comma = self._comma + json.dumps(rows, ensure_ascii=False)[1:-1], ",\n"
        return part


WRITERS: Mapping[str, type[Writer]] = {"graphml": GraphML, "gexf": GEXF, "json": NodeLink}
TITLES = (("graphml", "GraphML"), ("gexf", "GEXF"), ("json", "JSON"))  # names of formats are no words of a language


def said(value: object) -> str:
    """A value in XML; what XML cannot say is U+FFFD, and what it would change is a number."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return escape(UNSAYABLE.sub("\N{REPLACEMENT CHARACTER}", str(value)), KEPT)


def _data(whose: str, types: Iterable[str], values: Mapping[str, object]) -> str:
    return "".join(f'<data key="{whose}-{name}">{said(values[name])}</data>' for name in types)


def _attributes(types: Iterable[str], values: Mapping[str, object]) -> str:
    given = "".join(f'<attvalue for="{name}" value="{said(values[name])}"/>' for name in types)
    return f"<attvalues>{given}</attvalues>"
