"""Every address of the hub."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from memoryhub import health

handler400 = "graph_ui.errors.bad_request"
handler403 = "graph_ui.errors.forbidden"
handler404 = "graph_ui.errors.not_found"
handler500 = "graph_ui.errors.server_error"

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("api/v1/", include("memoryhub.api.hub.urls")),
    path("", include("graph_ui.urls")),
]
