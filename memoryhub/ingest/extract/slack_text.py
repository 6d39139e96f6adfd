"""Messages of Slack as people read them: mentions by name, links by their words, entities undone."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

# <@U123>, <@U123|ada>, <#C123|general>, <!here>, <!subteam^S1|@team>, <!date^1^{date}|day>, <http://x|words>
MARKUP = re.compile(r"<(?P<sign>[@#!]?)(?P<target>[^<>|\n]{1,2000})(?:\|(?P<label>[^<>\n]{0,2000}))?>")


def readable(text: str, *, users: Mapping[str, str], channels: Mapping[str, str]) -> str:
    """The words of a message; `users` and `channels` are names by id."""

    def named(match: re.Match[str]) -> str:
        sign, target, label = match["sign"], match["target"], match["label"] or ""
        if sign == "@":
            return "@" + (users.get(target) or label or target)
        if sign == "#":
            return "#" + (label or channels.get(target) or target)
        if sign == "!":
            return label or "@" + target.partition("^")[0]
        return _link(target, label)

    return html.unescape(MARKUP.sub(named, text))


def _link(target: str, label: str) -> str:
    address = target.removeprefix("mailto:").removeprefix("tel:")
    return f"{label} ({address})" if label and label not in address else address
