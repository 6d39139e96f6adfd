"""German sentences become facts, told of whoever says them where the grammar allows."""

from __future__ import annotations

import pytest

from tests.ingest.facts_of import facts_of, texts_of, told


def test_statements_are_kept_and_the_rest_is_not() -> None:
    text = (
        "Orla leitet das Zahlungsteam. Der Server steht in Frankfurt. Wo steht der Server? Er steht in Gent. "
        "Bitte starte den Server in Gent neu. Achtung: Das Passwort muss jeden Monat geändert werden."
    )
    assert texts_of(text) == [
        "Orla leitet das Zahlungsteam.",
        "Der Server steht in Frankfurt.",
        "Das Passwort muss jeden Monat geändert werden.",
    ]


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Ich wohne seit drei Jahren in Gent.", "Mina wohnt seit drei Jahren in Gent."),
        ("Ich arbeite bei der Post und lese gern Romane.", "Mina arbeitet bei der Post und liest gern Romane."),
        ("Ich bin Ärztin in einem Krankenhaus.", "Mina ist Ärztin in einem Krankenhaus."),
        ("Ich fahre einen alten Volvo.", "Mina fährt einen alten Volvo."),
        ("Letztes Jahr habe ich in Porto gewohnt.", "Letztes Jahr (2025) hat Mina in Porto gewohnt."),
        ("Meine Schwester heißt Lena.", "Minas Schwester heißt Lena."),
        ("Ich interessiere mich für alte Karten.", "Mina interessiert sich für alte Karten."),
        ("Wir fahren im Sommer an die Nordsee.", "Mina: Wir fahren im Sommer an die Nordsee."),
        ("Ich helfe meinem alten Nachbarn in Gent.", "Mina: Ich helfe meinem alten Nachbarn in Gent."),
    ],
)
def test_the_first_person_becomes_the_speaker(sentence: str, fact: str) -> None:
    chat = f"Mina: {sentence}\nJonas: Das ist schön, das freut mich sehr für dich und deine Familie."
    assert texts_of(chat, "chat.txt") == [fact]


def test_a_name_that_ends_in_s_takes_an_apostrophe() -> None:
    chat = "Jonas: Meine Schwester heißt Lena.\nMina: Das ist schön, das freut mich sehr für dich."
    assert texts_of(chat, "chat.txt") == ["Jonas' Schwester heißt Lena."]


def test_lasting_facts_are_told_from_passing_ones() -> None:
    lasting, passing = facts_of("Mina wohnt seit vielen Jahren in Gent. Mina wohnt derzeit bei Lena in Porto.")
    assert (lasting.is_static, passing.is_static) == (True, False)


def test_the_listener_is_not_told_of() -> None:
    assert told("Du wohnst doch seit vielen Jahren in Gent.") == []
