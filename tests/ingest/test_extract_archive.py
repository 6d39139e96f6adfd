"""Archives give their files as members, and what would harm is refused before it does."""

from __future__ import annotations

import bz2
import lzma
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from memoryhub.ingest.extract import Extracted, ExtractionError, Limits, extract
from tests.ingest.files import archives
from tests.ingest.files.sample import Sample

SAMPLES = archives.samples()


def unpacked(data: bytes, scratch: Path, name: str = "a.zip", limits: Limits | None = None) -> Extracted:
    return extract(data, name=name, media_type=None, scratch=scratch, limits=limits)


def paths(data: bytes, scratch: Path, name: str = "a.zip") -> list[str]:
    return [member.path for member in unpacked(data, scratch, name).members]


def refusal(data: bytes, scratch: Path, name: str = "a.zip", limits: Limits | None = None) -> tuple[str, str]:
    with pytest.raises(ExtractionError) as refused:
        unpacked(data, scratch, name, limits)
    assert not scratch.exists() or list(scratch.iterdir()) == []
    return refused.value.code, refused.value.message


@pytest.mark.parametrize("sample", [s for s in SAMPLES if not s.error_code], ids=lambda sample: sample.name)
def test_an_archive_gives_its_files_as_members(sample: Sample, tmp_path: Path) -> None:
    found = unpacked(sample.data, tmp_path, sample.name)
    assert (found.kind, found.title) == (sample.kind, sample.name)
    assert any(sample.sentence in member.file.read_text() for member in found.members)
    assert [block.kind for block in found.blocks] == ["table"]
    assert all(member.file.parent == tmp_path and member.file.name.isdigit() for member in found.members)


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.error_code], ids=lambda sample: sample.name)
def test_a_hostile_or_broken_archive_is_refused_and_leaves_nothing(sample: Sample, tmp_path: Path) -> None:
    assert refusal(sample.data, tmp_path, sample.name)[0] == sample.error_code


def test_the_list_is_the_same_without_a_place_to_unpack(tmp_path: Path) -> None:
    for sample in SAMPLES:
        if not sample.error_code:
            listed = extract(sample.data, name=sample.name, media_type=None)
            assert (listed.text, listed.members) == (unpacked(sample.data, tmp_path, sample.name).text, ())


def test_the_list_says_what_is_inside_and_what_was_left_out(tmp_path: Path) -> None:
    files = {"notes/kiln.txt": b"x" * 2048, "plan.png": b"\x89PNG", "notes/": b"", "notes/empty.txt": b""}
    hidden = {"__MACOSX/._kiln.txt": b"x", ".git/config": b"x", "notes/.DS_Store": b"x"}
    found = unpacked(archives.zipped(files | hidden), tmp_path)
    lines = "- notes/kiln.txt (2.0 KB)\n\nLeft out:\n- plan.png: a picture"
    assert found.text == lines + "\n- 1 folder\n- 3 hidden files\n- 1 empty file"
    assert [found.text[block.start : block.end] for block in found.blocks] == found.text.split("\n\n")


def test_links_inside_are_left_out_and_links_that_lead_out_are_refused(tmp_path: Path) -> None:
    inside = archives.tarred({"a/b.txt": b"Words."}, [archives.tar_entry("a/c", tarfile.SYMTYPE, "../a/b.txt")])
    assert unpacked(inside, tmp_path / "inside", "a.tar").text == "- a/b.txt (6 bytes)\n\nLeft out:\n- 1 link"
    for sort, target in ((tarfile.SYMTYPE, "/etc/passwd"), (tarfile.SYMTYPE, "../x"), (tarfile.LNKTYPE, "a/../../x")):
        data = archives.tarred({"b.txt": b"Words."}, [archives.tar_entry("c", sort, target)])
        assert "a link that leads out" in refusal(data, tmp_path / "out", "a.tar")[1]
    zip_out = archives.zip_symlink("c", "../../etc/passwd")
    assert refusal(zip_out, tmp_path / "out")[0] == "unsafe_archive"
    assert paths(archives.zip_symlink("c", "note.txt"), tmp_path / "in") == ["note.txt"]


@pytest.mark.parametrize("sort", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_devices_are_refused(sort: bytes, tmp_path: Path) -> None:
    data = archives.tarred({"a.txt": b"Words."}, [archives.tar_entry("dev/null", sort)])
    code, message = refusal(data, tmp_path, "a.tar")
    assert (code, "is a device" in message) == ("unsafe_archive", True)


def test_a_device_in_a_zip_file_is_refused(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("null")
    info.create_system, info.external_attr = 3, (stat.S_IFCHR | 0o666) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(info, b"x")
    assert refusal((tmp_path / "a.zip").read_bytes(), tmp_path / "scratch")[0] == "unsafe_archive"


@pytest.mark.parametrize("name", ["../a", "/a", "C:\\a", "a\\..\\..\\b", "\\\\host\\a", "a/../../b"])
def test_names_that_lead_out_are_refused(name: str, tmp_path: Path) -> None:
    assert refusal(archives.zipped({name: b"x"}), tmp_path)[0] == "unsafe_archive"
    assert refusal(archives.gz(archives.tarred({name: b"x"})), tmp_path, "a.tgz")[0] == "unsafe_archive"


def test_backslashes_of_old_packers_part_folders(tmp_path: Path) -> None:
    assert paths(archives.zipped({"notes\\kiln.txt": b"Words."}), tmp_path) == ["notes/kiln.txt"]


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        (("会议记录.txt", "我的计划.md"), "gbk"),
        (("メモ/表の作り方.txt", "予定について.txt"), "cp932"),
        (("Заметки/письмо.txt", "планы на лето.txt"), "cp866"),
        (("Übung für Anfänger.txt", "Größe.txt"), "cp850"),
        (("회의록 정리.txt", "한국어 노트.txt"), "cp949"),
        (("Привет мир 你好.txt",), "utf-8"),
    ],
)
def test_names_in_the_encodings_of_old_packers_are_read(names: tuple[str, ...], encoding: str, tmp_path: Path) -> None:
    assert paths(archives.legacy_zip(names, encoding), tmp_path) == list(names)


def test_a_path_that_occurs_twice_gets_a_number(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for content in ("one", "two", "six"):
            (tmp_path / "a.txt").write_text(content)
            archive.add(tmp_path / "a.txt", "n/a.txt")
    found = unpacked((tmp_path / "a.tar").read_bytes(), tmp_path / "scratch", "a.tar")
    assert [(member.path, member.file.read_text()) for member in found.members] == [
        ("n/a.txt", "one"),
        ("n/a (2).txt", "two"),
        ("n/a (3).txt", "six"),
    ]


def test_a_file_as_large_as_no_upload_may_be_is_left_out(tmp_path: Path) -> None:
    files = {"big.csv": bytes(50 * 2**20 + 1), "a.txt": b"Words."}
    text = "- a.txt (6 bytes)\n\nLeft out:\n- big.csv: larger than 50.0 MB"
    assert unpacked(archives.zipped(files), tmp_path).text == text
    assert unpacked(archives.gz(archives.tarred(files)), tmp_path, "a.tgz").text == text


def test_a_damaged_file_of_a_zip_file_is_left_out_and_the_others_are_kept(tmp_path: Path) -> None:
    data = bytearray(archives.zipped({"a.txt": b"Words of a.", "b.txt": b"Words of b."}, method=zipfile.ZIP_STORED))
    data[data.index(b"Words of a.")] = 0
    assert unpacked(bytes(data), tmp_path).text == "- b.txt (11 bytes)\n\nLeft out:\n- a.txt: damaged"


def test_limits_are_counted_while_a_stream_is_unpacked(tmp_path: Path) -> None:
    few = Limits(entries=3, unpacked_bytes=10_000)
    many = {f"{number}.txt": b"x" for number in range(4)}
    large = {"a.txt": b"x" * 6000, "b.txt": b"x" * 6000}
    for files in (many, large):
        assert refusal(archives.zipped(files), tmp_path, limits=few)[0] == "unsafe_archive"
        assert refusal(archives.gz(archives.tarred(files)), tmp_path, "a.tgz", few)[0] == "unsafe_archive"
    assert refusal(archives.gz(bytes(20_000)), tmp_path, "a.txt.gz", few)[0] == "unsafe_archive"


@pytest.mark.parametrize("name", ["a.txt.gz", "a.txt.bz2", "a.txt.xz"])
def test_a_single_compressed_file_is_a_member_named_as_the_archive(name: str, tmp_path: Path) -> None:
    data = {"gz": archives.gz, "bz2": bz2.compress, "xz": lzma.compress}[name.rpartition(".")[2]](b"Words.")
    assert paths(data, tmp_path, name) == ["a.txt"]
    assert refusal(data[:-8], tmp_path / "cut", name)[0] == "broken_file"


def test_the_same_conversations_as_a_page_are_left_out(tmp_path: Path) -> None:
    data = archives.zipped({"conversations.json": b"[1]", "chat.html": b"<p>1</p>", "other/chat.html": b"<p>2</p>"})
    assert paths(data, tmp_path) == ["conversations.json", "other/chat.html"]


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04 and no more", b"no archive", b"\x1f\x8b\x08", b"BZh91AY&SYx", b"PK\x05\x06"]
)
def test_what_is_no_archive_is_broken(data: bytes, tmp_path: Path) -> None:
    assert refusal(data, tmp_path)[0] == "broken_file"
