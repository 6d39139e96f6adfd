"""Search."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.search import (
    Missing,
    QuestionQuery,
    Recall,
    ResultsShown,
    WhyShown,
    asked,
    request_of,
)
from memoryhub.memories import sight, states
from memoryhub.retrieval import explain, search
from memoryhub.spaces.access import Capability


class Search(SpaceEndpoint):
    """One question to one space; only what is current is served."""

    @operation("Search one space", query=QuestionQuery, answers={200: ResultsShown})
    def get(self, request: Request, tag: str) -> Response:
        """The answers."""
        return self._answer(asked(self.query))

    @operation("Search one space", body=Recall, answers={200: ResultsShown})
    def post(self, request: Request, tag: str) -> Response:
        """The answers; a recall by a key that may write makes memories sit deeper."""
        question = dict(self.body)
        may_write = self.access.may(Capability.WRITE) and self.access.space.archived_at is None
        wanted = question.pop("reinforce", may_write and self.principal.key is not None)
        if not wanted:
            return self._answer(question)
        self.access.require(Capability.WRITE)
        self._may_include(question)
        key = self.principal.key
        found = search.recall(request_of(self.access.space, question), key_id=key.pk if key else None)
        return Response(ResultsShown.told(found))

    def _answer(self, question: dict[str, Any]) -> Response:
        self._may_include(question)
        found = search.search(request_of(self.access.space, question))
        return Response(ResultsShown.told(found))

    def _may_include(self, question: dict[str, Any]) -> None:
        """What is forgotten is for those who may see it on its own."""
        if states.FORGOTTEN in question.get("include", ()):
            sight.require(self.access, states.FORGOTTEN)


class SearchExplain(SpaceEndpoint):
    """Why a memory is not among the answers."""

    @operation("Say why a memory is not among the answers to a question", body=Missing, answers={200: WhyShown})
    def post(self, request: Request, tag: str) -> Response:
        """The reason; a memory that is not for the caller reads like an unknown one."""
        question = dict(self.body)
        memory_id = question.pop("memory")
        why = explain.of(self.access, request_of(self.access.space, question), memory_id)
        return Response(WhyShown(why, context=self.context()).data)
