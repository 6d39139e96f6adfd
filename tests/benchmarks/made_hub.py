"""The hub with made-up maps (see made_maps.py) in the place of the database's, to measure or shoot the graph page."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memoryhub.associations.atlas import Atlas


@contextmanager
def served(sizes: Iterable[int], make: Callable[[int], Atlas]) -> Iterator[tuple[str, str]]:
    """The hub in a thread, with a space `made-SIZE` for every size; yields its address and a session.

    `make` makes the map of a size, when it is first asked for; one is kept.
    Wants a database; Django is imported late, so that whoever asks can choose its settings first.
    """
    import uvicorn

    from tests.processes import HOST, free_port, sign_in

    owner, names = _prepare(sizes)
    session = sign_in(owner)
    _put_in_place(names, make)
    port = free_port()
    config = uvicorn.Config("memoryhub.asgi:application", host=HOST, port=port, log_level="warning", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
    yield f"http://{HOST}:{port}", session
    server.should_exit = True
    thread.join()


def _prepare(sizes: Iterable[int]) -> tuple[Any, dict[str, int]]:
    """Tables, the built front end, a person, and a space for every size."""
    from django.core.management import call_command

    from graph_ui import frontend
    from memoryhub.accounts import services as accounts
    from memoryhub.ai import services as ai
    from memoryhub.ledger.actor import Actor
    from memoryhub.spaces import services as spaces

    frontend.ensure_built()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    ai.active_model()
    owner = accounts.create_user(email="ada@example.org", password=secrets.token_urlsafe())
    names = {f"made-{size}": size for size in sizes}
    for name, size in names.items():
        spaces.create(actor=Actor.person(owner.pk), tag=name, owner=owner, name=f"{size:,} nodes")
    return owner, names


def _put_in_place(names: Mapping[str, int], make: Callable[[int], Atlas]) -> None:
    """What the pages ask of the database is answered from made-up maps."""
    from graph_ui.pages import graph
    from memoryhub.associations import atlas

    made: dict[str, Atlas] = {}
    lock = threading.Lock()

    def atlas_of(space: Any, **_: Any) -> Atlas:
        with lock:
            if space.tag not in made:
                made.clear()  # one large map at a time
                made[space.tag] = make(names[space.tag])
            return made[space.tag]

    def texts(opened: Any, found: Any, indices: Sequence[int]) -> dict[int, str]:
        return {index: f"What is known of number {index}." for index in indices}

    atlas.atlas_of = atlas_of
    atlas.version_of = lambda space, **_: space.tag
    graph._texts = texts
