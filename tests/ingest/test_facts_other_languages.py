"""Languages without a grammar of their own give few facts, each as it was written."""

from __future__ import annotations

from tests.ingest.facts_of import texts_of


def test_only_sentences_that_name_something_and_lean_on_nothing_are_kept() -> None:
    french = (
        "Le serveur de production se trouve à Marseille. Il se trouve à Lyon. Je travaille à Paris. "
        "Les fleurs sont belles. Où est le serveur de Marseille?"
    )
    assert texts_of(french) == ["Le serveur de production se trouve à Marseille."]


def test_japanese_sentences_need_no_blanks() -> None:
    assert texts_of("来週の会議は大阪の倉庫で開きます。それは大阪にあります。") == [
        "来週の会議は大阪の倉庫で開きます。"
    ]


def test_in_a_chat_the_words_stay_behind_the_name() -> None:
    chat = "Léa: J'habite à Marseille depuis 2020 avec ma sœur.\nPaul: Le marché de Lyon ouvre à huit heures précises."
    assert texts_of(chat, "chat.txt") == ["Paul: Le marché de Lyon ouvre à huit heures précises."]
