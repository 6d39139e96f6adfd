"""Writes of documents: the only way a document, input, chunk or stage comes to be."""

from memoryhub.documents.services.answering import Call, Done, drop_answers, once
from memoryhub.documents.services.blanking import blank, take_file
from memoryhub.documents.services.removing import delete
from memoryhub.documents.services.slicing import (
    cut,
    drop_older_chunks,
    embed,
    embed_again,
    index,
    store_tokens,
    store_vectors,
)
from memoryhub.documents.services.taking import add, append, change, replace, reread
from memoryhub.documents.services.visiting import receive, revisit
from memoryhub.documents.services.working import (
    Overtaken,
    begin,
    cancel,
    fail,
    finish,
    hold,
    lock,
    pass_on,
    progress,
    retry,
    wait,
    wake,
)

__all__ = [
    "Call",
    "Done",
    "Overtaken",
    "add",
    "append",
    "begin",
    "blank",
    "cancel",
    "change",
    "cut",
    "delete",
    "drop_answers",
    "drop_older_chunks",
    "embed",
    "embed_again",
    "fail",
    "finish",
    "hold",
    "index",
    "lock",
    "once",
    "pass_on",
    "progress",
    "receive",
    "replace",
    "reread",
    "retry",
    "revisit",
    "store_tokens",
    "store_vectors",
    "take_file",
    "wait",
    "wake",
]
