"""Addresses of the console: each page module brings its own."""

from __future__ import annotations

from graph_ui.pages import (
    document_intake,
    document_moves,
    documents,
    graph,
    graph_edge,
    graph_export,
    graph_island,
    graph_path,
    graph_picked,
    graph_replay,
    home,
    key_deeds,
    keys,
    memories,
    missing,
    preference,
    profile,
    retention,
    review,
    sign_in,
    spaces,
    undo,
)

app_name = "console"
urlpatterns = [
    *sign_in.urls,
    *preference.urls,
    *home.urls,
    *document_intake.urls,
    *document_moves.urls,
    *documents.urls,
    *missing.urls,
    *memories.urls,
    *keys.urls,
    *key_deeds.urls,
    *profile.urls,
    *retention.urls,
    *review.urls,
    *graph.urls,
    *graph_edge.urls,
    *graph_export.urls,
    *graph_island.urls,
    *graph_path.urls,
    *graph_replay.urls,
    *graph_picked.urls,
    *spaces.urls,
    *undo.urls,
]
