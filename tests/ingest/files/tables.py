"""Values parted by commas, semicolons and tabs, with quotes and in other encodings."""

from __future__ import annotations

from tests.ingest.files.sample import Sample

PEOPLE = 'Name,City,"Note, long"\nAda,Porto,"Says ""hi""\nand leaves"\n"Ben, the potter",Gent,\n\nMina,Busan,🎉\n'
GERMAN = "Stadt;Miete;Straße\nKöln;1,5;Rheinufer\nGörlitz;2,5;Mühlenweg\n"


def samples() -> list[Sample]:
    """All of them."""
    return [
        Sample("people.csv", PEOPLE.encode(), "csv", "Which city goes with the name Mina?", "Name: Mina | City: Busan"),
        Sample("mieten.csv", GERMAN.encode("cp1252"), "csv", "Wie hoch ist die Miete in Görlitz?",
               "Stadt: Görlitz | Miete: 2,5 | Straße: Mühlenweg"),
        Sample("hours.tsv", b"Day\tOpen\nMonday\t8:00\nSunday\tclosed\n", "csv", "When is it closed?",
               "Day: Sunday | Open: closed"),
        Sample("empty.csv", b"\n\n  \n", "csv", error_code="empty_document"),
    ]  # fmt: skip
