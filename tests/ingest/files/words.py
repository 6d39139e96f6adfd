"""Plain words: Markdown, a legacy encoding, right to left, emoji, nothing."""

from __future__ import annotations

from tests.ingest.files.sample import Sample

MARKDOWN = """\
---
title: Orchard
---
# Orchard

The pear trees at Lindow were planted in 1912.

| tree | row |
|---|---|
| medlar | 4 |
"""
EMOJI = "🪁 Kite day: the kite fair at Fanø begins on the first Saturday of June. 🎏👩‍👩‍👧‍👦\n"
CHINESE = "水塔的钥匙放在图书馆的抽屉里。每年五月清洗一次水塔。\n"
ARABIC = "مفتاح المنارة عند البحّار يوسف. المنارة مغلقة يوم الجمعة.\n"
SMALL_TALK = "Nadia: I keep bees in Sintra.\nOmar: How many hives?\nNadia: Eleven.\nOmar: Good.\n"


def samples() -> list[Sample]:
    """All of them."""
    pears = ("When were the pear trees at Lindow planted?", "The pear trees at Lindow were planted in 1912.")
    kites = ("When does the kite fair at Fanø begin?", "the kite fair at Fanø begins on the first Saturday of June.")
    return [
        Sample("orchard.md", MARKDOWN.encode(), "markdown", *pears),
        Sample("🪁.txt", EMOJI.encode(), "text", *kites),
        Sample("水塔.txt", CHINESE.encode("gb18030"), "text", "水塔的钥匙在哪里？", "水塔的钥匙放在图书馆的抽屉里。"),
        Sample("منارة.txt", ARABIC.encode(), "text", "أين مفتاح المنارة؟", "مفتاح المنارة عند البحّار يوسف."),
        Sample("bees.txt", SMALL_TALK.encode(), "transcript", "Who keeps bees in Sintra?", "I keep bees in Sintra."),
        Sample("blank.md", b"\n \n\t\n", "markdown", error_code="empty_document"),
    ]
