"""Search."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.search import Question, QuestionQuery, ResultsShown, asked
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest


class Search(SpaceEndpoint):
    """One question to one space; only what is current is served."""

    @operation("Search one space", query=QuestionQuery, answers={200: ResultsShown})
    def get(self, request: Request, tag: str) -> Response:
        """The answers."""
        return self._answer(asked(self.query))

    @operation("Search one space", body=Question, answers={200: ResultsShown})
    def post(self, request: Request, tag: str) -> Response:
        """The answers."""
        return self._answer(self.body)

    def _answer(self, question: dict[str, Any]) -> Response:
        found = search.search(SearchRequest(self.access.space, **question))
        return Response(ResultsShown(found).data)
