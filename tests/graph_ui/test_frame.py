"""The frame: whom it offers the hub's pages, what marks a space, and dialogs without a script."""

from __future__ import annotations

from django.test import Client

from memoryhub.accounts import services as accounts
from memoryhub.ledger.actor import Actor
from memoryhub.spaces import services as spaces
from tests.cast import PASSWORD, Cast

NEW = "/s/atlas/memories/new/"


def test_somebody_in_no_space_is_not_led_to_pages_of_staff(client: Client, cast: Cast) -> None:
    client.force_login(accounts.create_user(email="lone@example.org", password=PASSWORD))
    page = client.get("/").content.decode()
    assert "/hub/spaces/" not in page
    client.force_login(cast.sia)
    assert "/hub/spaces/" in client.get("/hub/spaces/").content.decode()


def test_an_archived_space_says_so_on_its_pages_and_offers_nothing_to_add(client: Client, cast: Cast) -> None:
    spaces.archive(actor=Actor.person(cast.ada.pk), space=cast.space)
    client.force_login(cast.ada)
    page = client.get("/s/atlas/").content.decode()
    assert "archived" in page
    assert "Add document" not in page


def test_a_dialog_is_a_fragment_for_a_script_and_a_page_for_a_person(client: Client, cast: Cast) -> None:
    client.force_login(cast.ed)
    fragment = client.get(NEW, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert "hx-post" in fragment
    page = client.get(NEW).content.decode()
    assert "<html" in page
    assert f'action="{NEW}"' in page
    assert "hx-post" not in page.split('class="dialog dialog-alone"')[1].split("</form>")[0]


def test_a_form_sent_without_a_script_comes_back_as_a_page_with_its_errors(client: Client, cast: Cast) -> None:
    client.force_login(cast.ed)
    answer = client.post(NEW, {"text": ""})
    assert answer.status_code == 422
    assert "<html" in answer.content.decode()
    assert "field-error" in answer.content.decode()
