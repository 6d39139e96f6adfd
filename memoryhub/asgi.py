"""ASGI entry: pages and APIs over HTTP, live updates over websockets."""

import gc
import os
from importlib import import_module

import django
from channels.routing import ProtocolTypeRouter

from memoryhub.core.one_thread import OneThread

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
django.setup(set_prefix=False)

from memoryhub.core import parent  # noqa: E402 - Django has to be set up first
from memoryhub.live import routing  # noqa: E402

parent.watch()
application = ProtocolTypeRouter({"http": OneThread(), "websocket": routing.sockets})
# All that is loaded, and the pages with it, stays as long as the process. Looking through it again for garbage would
# stop every request for two tenths of a second now and then.
import_module("memoryhub.urls")
gc.collect()
gc.freeze()
