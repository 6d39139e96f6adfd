"""ASGI entry: pages and APIs over HTTP, live updates over websockets."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
pages = get_asgi_application()

from memoryhub.core import parent  # noqa: E402 - Django has to be set up first
from memoryhub.live import routing  # noqa: E402

parent.watch()
application = ProtocolTypeRouter({"http": pages, "websocket": routing.sockets})
