"""How documents that are taken in are answered: one or many, and once where the caller names the call."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api import idempotency, problems
from memoryhub.api.hub.serializers.documents import DocumentShown, NewDocument
from memoryhub.core import errors
from memoryhub.documents import services as documents
from memoryhub.documents.services import Call, Done
from memoryhub.ingest import services as ingest
from memoryhub.ingest.services import Submitted
from memoryhub.spaces.access import Access

REUSED = "idempotency_key_reused"


def one(request: Request, access: Access, given: Mapping[str, Any], submit: Callable[[], Submitted]) -> Response:
    """201 with the document, or 200 when there was nothing new; `given` is what the call says beside its address."""
    key = idempotency.key_of(request)
    call = None if key is None else Call(key, idempotency.hash_of(request, given))
    done, is_replayed = _once(access, call, submit)
    return _answer(json.loads(done.body), done.status, is_replayed)


def many(request: Request, access: Access, items: Sequence[Any], context: Mapping[str, Any]) -> Response:
    """The result of each item in order; one that is refused stops no other.

    Each is done for itself, and with a key once: a call that was cut off is taken up again where it was.
    """
    key = idempotency.key_of(request)
    request_hash = "" if key is None else idempotency.hash_of(request, {"items": items})
    results, are_replayed = [], []
    for part, item in enumerate(items):
        call = None if key is None else Call(key, request_hash, part)
        try:
            asked = NewDocument.checked(item, context)
            submit = functools.partial(ingest.submit, actor=access.actor, space=access.space, **asked)
            done, is_replayed = _once(access, call, submit)
        except (errors.HubError, ValidationError) as error:
            results.append(_refused(error))
        else:
            results.append({"status": done.status, "document": json.loads(done.body)})
            are_replayed.append(is_replayed)
    return _answer({"items": results}, 200, bool(are_replayed) and all(are_replayed))


def _once(access: Access, call: Call | None, submit: Callable[[], Submitted]) -> tuple[Done, bool]:
    if call is None:
        return _done(submit()), False
    return documents.once(actor=access.actor, space=access.space, call=call, work=lambda: _done(submit()))


def _done(submitted: Submitted) -> Done:
    shown = {**DocumentShown(submitted.document).data, "unchanged": submitted.unchanged}
    body = JSONRenderer().render(shown).decode()
    return Done(200 if submitted.unchanged else 201, body, submitted.document.pk)


def _refused(error: errors.HubError | ValidationError) -> dict[str, Any]:
    if isinstance(error, errors.HubError) and error.code == REUSED:
        # That is about the call, not about the item.
        raise error
    answer = problems.handler(error, {})
    return {"status": answer.status_code, "problem": answer.data}


def _answer(body: Any, status: int, is_replayed: bool) -> Response:
    headers = {idempotency.REPLAYED: "true"} if is_replayed else None
    return Response(body, status=status, headers=headers)
