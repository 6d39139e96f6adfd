"""What programs name by identifiers, people read as words."""

from __future__ import annotations

import ast
import inspect

import pytest
from django.utils import translation

from graph_ui import wording
from memoryhub import health
from memoryhub.accounts.models import ApiKey
from memoryhub.documents.models import Document
from memoryhub.ingest import extending, inference, planning, recording
from memoryhub.ingest.updates import decision
from memoryhub.lifecycle import deleting
from memoryhub.memories import inverses
from memoryhub.memories.services import deriving, following, relating
from memoryhub.review import selectors as review
from memoryhub.review import services as decisions
from memoryhub.review.services import inferences
from memoryhub.spaces.models import Membership


def rules_that_are_told() -> set[str]:
    """Names of rules in `decision` whose verdict changes or proposes something."""
    tree = ast.parse(inspect.getsource(decision))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "_verdict"]
    found = {node.args[1].value for node in calls if isinstance(node.args[1], ast.Constant)}
    assert "changed_value" in found
    return {str(name) for name in found}


@pytest.mark.parametrize(
    ("of", "identifiers"),
    [
        ("role", Membership.Role.values),
        ("scope", ApiKey.Scope.values),
        ("kind", review.KINDS),
        ("mark", review.KINDS),
        ("reason", decisions.REASONS),
        ("check", health._CHECKS),
        ("forgotten", [deleting.SOURCE_DELETED, recording.SOURCE_REMOVED, relating.MERGED_INTO, inverses.UNDONE]),
        ("forgotten", [deriving.SOURCE_CHANGED, deriving.SOURCE_FORGOTTEN]),
        ("ended", [following.REPLACED, deleting.SOURCE_DELETED, recording.SOURCE_REMOVED]),
        ("rule", [extending.RULE, inference.RULE, planning.INSTRUCTION, planning.NEW_REVISION, inferences.EDITED]),
        ("rule", sorted(rules_that_are_told())),
    ],
)
def test_every_identifier_that_is_shown_has_words(of: str, identifiers: list[str]) -> None:
    assert [name for name in identifiers if name not in wording.SETS[of]] == []


def test_words_are_in_the_readers_language() -> None:
    with translation.override("en"):
        assert wording.said("recurring_key", "rule") == "key recurs across documents"
    with translation.override("zh-hans"):
        assert wording.said("owner", "role") == "所有者"


def test_a_reason_of_a_callers_own_is_shown_as_it_is() -> None:
    assert wording.said("moved_house", "forgotten") == "moved house"


def test_evidence_is_shown_by_name_wherever_a_rule_put_it() -> None:
    evidence = {"rule": "changed_value", "evidence": {"subject": "the fee", "from": "2", "to": "3", "cue": ""}}
    assert [tuple(fact) for fact in wording.facts(evidence)] == [("subject", "the fee"), ("was", "2"), ("is", "3")]
    assert [fact.value for fact in wording.facts({"documents": 3, "span": [1, 2]})] == ["3"]


def test_a_failure_is_told_in_the_readers_language_by_its_code() -> None:
    failed = Document(error_code="empty_document", error_message="The document has no text.")
    with translation.override("zh-hans"):
        assert wording.failure(failed.error_code, failed.error_message) == "文档没有文字。"
        assert wording.failure("unavailable", "the endpoint is away") == "The endpoint is away"
