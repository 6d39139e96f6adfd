"""English sentences become facts if they state something by themselves, told of whoever says them."""

from __future__ import annotations

import pytest

from tests.ingest.facts_of import facts_of, texts_of, told


@pytest.mark.parametrize(
    "sentence",
    [
        "Deploy window is Tuesday 09:00.",
        "On-call channel is blue-room.",
        "Orlan leads the payments squad.",
        "Tavi cannot stand aubergine any more.",
        "The studio moved back to Ghent.",
        "ADR-0005 picks cedar-cloud-dev as cluster.",
        "Helper parse_htmlResponse_v2() lives in net/http-client.ts.",
        "Apples are red fruit.",
        "There are 3 replicas in Frankfurt.",
        "If the disk is full, the worker stops.",
    ],
)
def test_statements_are_kept_as_they_are(sentence: str) -> None:
    assert texts_of(sentence) == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "Who leads the payments squad?",
        "Is the studio in Ghent.",
        "Hello everyone.",
        "Restart the server if it hangs.",
        "Please restart the server in Ghent.",
        "Don't touch the kiln in Ghent.",
        "It moved to Porto in 2024.",
        "They lead the payments squad.",
        "This is the payments squad.",
        "One of them moved to Porto.",
        "Based in Ghent since 2024.",
        "The payments squad in Ghent",
        "You can reach the payments squad in Ghent.",
        "The following rooms are open:",
        "There is another one.",
        "I moved to Porto.",
        "My sister lives in Porto.",
    ],
)
def test_what_does_not_stand_by_itself_is_left_out(sentence: str) -> None:
    assert texts_of(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("Never forget: the vault must be unsealed first.", "The vault must be unsealed first."),
        ("Note that the kiln needs two hours.", "The kiln needs two hours."),
        ("However, the kiln needs two hours.", "The kiln needs two hours."),
        ("And the kiln needs two hours!", "The kiln needs two hours."),
        ("Correction: the kiln needs three hours.", "The kiln needs three hours."),
    ],
)
def test_lead_ins_are_taken_off(sentence: str, kept: str) -> None:
    assert texts_of(sentence) == [kept]


def test_a_correction_is_marked_as_one() -> None:
    assert facts_of("Correction: the kiln needs three hours.")[0].flags == {"correction"}
    assert facts_of("The kiln needs three hours.")[0].flags == frozenset()


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("I moved to Busan.", "Mina moved to Busan."),
        ("I work at a hospital.", "Mina works at a hospital."),
        ("I'm allergic to peanuts.", "Mina is allergic to peanuts."),
        ("I've lived in Ghent since 2020.", "Mina has lived in Ghent since 2020."),
        ("I don't eat meat.", "Mina doesn't eat meat."),
        ("I'd love to visit Porto.", "Mina would love to visit Porto."),
        ("I'd been to Porto before the war.", "Mina had been to Porto before the war."),
        ("I just signed up for a pottery class.", "Mina just signed up for a pottery class."),
        ("I love tea and hate the cold.", "Mina loves tea and hates the cold."),
        ("I need to relax and recharge in Porto.", "Mina needs to relax and recharge in Porto."),
        ("I study law, and I have two cats.", "Mina studies law, and Mina has two cats."),
        ("My sister lives in Porto.", "Mina's sister lives in Porto."),
        ("I went to Porto with my kids.", "Mina went to Porto with their kids."),
        ("The pottery class in Ghent helps me.", "The pottery class in Ghent helps Mina."),
        ("When I was a child, I lived in Ghent.", None),
        ("Well, Joon, I moved to Busan.", "Mina moved to Busan."),
        ("I moved to Busan, Joon!", "Mina moved to Busan."),
        ("I ran a charity race in Ghent - it was so rewarding.", "Mina ran a charity race in Ghent."),
    ],
)
def test_the_first_person_becomes_the_speaker(sentence: str, fact: str | None) -> None:
    assert told(sentence) == ([fact] if fact else [])


@pytest.mark.parametrize(
    "sentence",
    [
        "We went camping in the hills near Ghent.",
        "I put the kiln in the yard.",
        "I taught myself to throw pots in Ghent.",
        'I named the boat "I love Ghent" in May.',
        "I love music and dance.",
        "My wife and I moved to Busan.",
    ],
)
def test_where_grammar_is_not_plain_the_words_stay_behind_the_name(sentence: str) -> None:
    fact = facts_of(f"Mina: {sentence}\nJoon: Ok.", "chat.txt")[0]
    assert fact.text == f"Mina: {sentence}"
    assert fact.flags == {"attributed"}
    assert not fact.is_static


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm so happy for Tavi.",
        "I totally agree with Tavi.",
        "That's really cool.",
        "You'd be a great potter.",
        "The view from the top was amazing.",
        "Flowers bring joy.",
        "Thanks for the help with the kiln.",
        "Really made my day in Ghent.",
        "Gonna visit Porto.",
        "I can't wait to see Porto.",
    ],
)
def test_small_talk_is_no_fact(sentence: str) -> None:
    assert told(sentence) == []


def test_others_are_spoken_of_in_a_chat_if_they_are_named() -> None:
    assert told("The deploy window is Thursday 14:00.") == ["The deploy window is Thursday 14:00."]
    assert told("Tavi loves aubergine.") == ["Tavi loves aubergine."]


def test_an_unnamed_user_is_spoken_of_as_the_user_and_an_assistant_not_at_all() -> None:
    chat = """[
      {"role": "user", "content": "I am allergic to peanuts."},
      {"role": "assistant", "content": "I can help. Peanuts are legumes. The dinner is on Friday 13 March."},
      {"role": "system", "content": "The kiln is in Ghent."}
    ]"""
    assert texts_of(chat, "a.json") == ["The user is allergic to peanuts.", "The dinner is on Friday 13 March."]


def test_the_author_of_a_note_is_its_first_person() -> None:
    assert texts_of("I moved to Busan.", author="Ada") == ["Ada moved to Busan."]


@pytest.mark.parametrize(
    ("sentence", "is_static"),
    [
        ("Mina lives in Busan.", True),
        ("Mina works at Aster Books.", True),
        ("Mina's birthday is on 3 March.", True),
        ("Mina prefers green tea.", True),
        ("The password must be changed every month.", True),
        ("Orlan leads the payments squad.", False),
        ("The kiln is currently in Ghent.", False),
        ("Mina plans to visit Porto.", False),
        ("Mina lives in Busan this week.", False),
    ],
)
def test_lasting_facts_are_told_from_passing_ones(sentence: str, is_static: bool) -> None:
    assert [fact.is_static for fact in facts_of(sentence)] == [is_static]


def test_doubt_lowers_confidence() -> None:
    sure, unsure = facts_of("The kiln is in Ghent. The kiln is probably in Porto.")
    assert unsure.confidence < sure.confidence
