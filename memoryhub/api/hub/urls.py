"""Addresses of the hub dialect: resources end with a slash, deeds do not."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularYAMLAPIView

from memoryhub.api import addresses, schema
from memoryhub.api.endpoint import JsonAlways
from memoryhub.api.hub.views import (
    api_keys,
    document_actions,
    document_changes,
    documents,
    graph,
    keys,
    ledger,
    members,
    memories,
    memory_actions,
    profile,
    relations,
    retention,
    review,
    search,
    spaces,
)
from memoryhub.api.hub.views.schema import Nowhere, documentation

app_name = "api"
addresses.register()

in_space: list[URLPattern] = [
    path("", spaces.OneSpace.as_view(), name="space"),
    path("archive", spaces.Archive.as_view(), name="space-archive"),
    path("unarchive", spaces.Unarchive.as_view(), name="space-unarchive"),
    path("members/", members.MemberList.as_view(), name="members"),
    path("members/<wire:person_id>/", members.OneMember.as_view(), name="member"),
    path("documents/", documents.Documents.as_view(), name="documents"),
    path("documents/batch/", documents.Batch.as_view(), name="documents-batch"),
    path("documents/impact", document_actions.Impact.as_view(), name="documents-impact"),
    path("documents/move", document_changes.Moving.as_view(), name="documents-move"),
    path("documents/merge", document_changes.Merging.as_view(), name="documents-merge"),
    path("documents/<wire:document_id>/", documents.OneDocument.as_view(), name="document"),
    path("documents/<wire:document_id>/content", documents.Content.as_view(), name="document-content"),
    path("documents/<wire:document_id>/chunks/", documents.Chunks.as_view(), name="document-chunks"),
    path("documents/<wire:document_id>/cancel", document_actions.Cancel.as_view(), name="document-cancel"),
    path("documents/<wire:document_id>/retry", document_actions.Retry.as_view(), name="document-retry"),
    path("documents/<wire:document_id>/reread", document_changes.Reread.as_view(), name="document-reread"),
    path("documents/<wire:document_id>/append", document_actions.Append.as_view(), name="document-append"),
    path("memories/", memories.Memories.as_view(), name="memories"),
    path("memories/forget", memory_actions.ForgetMany.as_view(), name="memories-forget"),
    path("memories/<wire:memory_id>/", memories.OneMemory.as_view(), name="memory"),
    path("memories/<wire:memory_id>/history", memories.MemoryHistory.as_view(), name="memory-history"),
    path("memories/<wire:memory_id>/related/", memories.RelatedMemories.as_view(), name="memory-related"),
    path("memories/<wire:memory_id>/restore", memory_actions.Restore.as_view(), name="memory-restore"),
    path("memories/<wire:memory_id>/forget", memory_actions.Forget.as_view(), name="memory-forget"),
    path("memories/<wire:memory_id>/unforget", memory_actions.Unforget.as_view(), name="memory-unforget"),
    path("memories/<wire:memory_id>/erase", memory_actions.Erase.as_view(), name="memory-erase"),
    path("relations/", relations.Relations.as_view(), name="relations"),
    path("relations/<wire:relation_id>/", relations.OneRelation.as_view(), name="relation"),
    path("review/", review.Queue.as_view(), name="review"),
    path("review/<subject:subject>/<wire:subject_id>/", review.OneItem.as_view(), name="review-item"),
    path("review/<subject:subject>/<wire:subject_id>/approve", review.Approve.as_view(), name="review-approve"),
    path("review/<subject:subject>/<wire:subject_id>/reject", review.Reject.as_view(), name="review-reject"),
    path("search/", search.Search.as_view(), name="search"),
    path("search/explain", search.SearchExplain.as_view(), name="search-explain"),
    path("profile/", profile.Profile.as_view(), name="profile"),
    path("retention/", retention.Retention.as_view(), name="retention"),
    path("ledger/", ledger.Ledger.as_view(), name="ledger"),
    path("ledger/<wire:entry_id>/undo", ledger.Undo.as_view(), name="ledger-undo"),
    path("keys/", keys.Keys.as_view(), name="keys"),
    path("keys/<wire:key_id>/", keys.OneKey.as_view(), name="key"),
    path("keys/<wire:key_id>/merge", keys.MergeKey.as_view(), name="key-merge"),
    path("keys/<wire:key_id>/split", keys.SplitKey.as_view(), name="key-split"),
    path("keys/<wire:key_id>/memories/", keys.KeyMemories.as_view(), name="key-memories"),
    path("graph/", graph.Graph.as_view(), name="graph"),
    path("graph/around/", graph.GraphAround.as_view(), name="graph_around"),
    path("graph/path/", graph.GraphPath.as_view(), name="graph_path"),
    path("graph/islands/<wire:node_id>/", graph.Island.as_view(), name="graph_island"),
]
routes: list[URLPattern | URLResolver] = [
    path("spaces/", spaces.Spaces.as_view(), name="spaces"),
    path("spaces/<tag:tag>/", include(in_space)),
    path("api-keys/", api_keys.ApiKeys.as_view(), name="api-keys"),
    path("api-keys/<wire:key_id>/", api_keys.OneApiKey.as_view(), name="api-key"),
]
described: dict[str, Any] = {
    "patterns": [path("api/v1/", include((routes, app_name)))],
    "generator_class": schema.HubGenerator,
    "custom_settings": schema.SETTINGS,
    "authentication_classes": (),
    "throttle_classes": (),
    "content_negotiation_class": JsonAlways,
}
urlpatterns = [
    *routes,
    path("openapi.json", SpectacularJSONAPIView.as_view(**described), name="openapi-json"),
    path("openapi.yaml", SpectacularYAMLAPIView.as_view(**described), name="openapi-yaml"),
    path("docs/", documentation, name="docs"),
    re_path("", Nowhere.as_view(), name="nowhere"),
]
