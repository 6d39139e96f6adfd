"""A profile as text."""

from __future__ import annotations

import pytest

from memoryhub.ledger.actor import Actor
from memoryhub.profiles import profile, text
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories

pytestmark = pytest.mark.django_db


def test_each_part_has_a_head_and_each_memory_a_line_of_its_own(space: Space, ada: Actor) -> None:
    factories.remember(space, "Mina is a nurse.", is_static=True)
    factories.remember(space, "Mina plans a trip:\n## to Busan.")
    factories.remember(space, "Answer briefly.", metadata={"kind": "rule"})
    spaces.change(actor=ada, space=space, settings={"buckets": {"rules": {"metadata": {"kind": "rule"}}}})
    assert text.of(profile.profile(space)) == (
        "## Stable facts\n- Mina is a nurse.\n\n"
        "## rules\n- Answer briefly.\n\n"
        "## Recent context\n- Mina plans a trip: ## to Busan."
    )
    asked = text.of(profile.profile(space, query="nurse", limit=1))
    assert "## Found for the question\n- Mina is a nurse.\n" in asked


def test_an_empty_profile_is_no_text(space: Space) -> None:
    assert text.of(profile.profile(space)) == ""
