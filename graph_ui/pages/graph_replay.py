"""The steps of a search, for the map's script."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.http import require_GET

from graph_ui import door
from graph_ui.graph import replay, serving
from graph_ui.graph.replay import Step
from graph_ui.graph.view import view_of
from memoryhub.core import clock, text
from memoryhub.spaces.access import Access


@require_GET
@door.in_space()
def steps(request: HttpRequest, opened: Access) -> HttpResponse:
    """What the search for `?q=…` did, step by step, by indices into the map of that version."""
    seen = view_of(opened, request.GET, now=clock.now())
    told = replay.steps_of(seen, request.GET.get("q", ""))
    labels = {one.index: one for step in told for one in step.candidates if one.text}
    return serving.private(
        JsonResponse(
            {
                "version": seen.wire.atlas.version,
                "steps": [_step(step) for step in told],
                "labels": [
                    {"index": one.index, "id": one.id, "text": text.visible(one.text)} for one in labels.values()
                ],
            }
        )
    )


def _step(step: Step) -> dict[str, Any]:
    return {
        "name": step.name,
        "title": str(step.title),
        "told": step.told,
        "nodes": [one.index for one in step.candidates],
        "ranks": [one.rank for one in step.candidates],
        "legs": step.legs,
    }


urls = [path("s/<str:space>/graph/replay/", steps, name="graph_replay")]
