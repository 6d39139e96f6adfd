"""Names in texts about code are kept whole, in a space that asks for it."""

from __future__ import annotations

import pytest

from memoryhub.associations import candidates, selectors
from memoryhub.core import errors
from memoryhub.ingest import services as ingest
from memoryhub.ingest.facts.keys import code, keys_of
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests.factories import HUB
from tests.ingest.work_through import memory_saying, take_in

SENTENCES = [
    (
        "The retry logic in src/app/main.py calls module.Class.method before snake_case() returns.",
        ["src/app/main.py", "module.Class.method", "snake_case()"],
    ),
    ("Never pass --no-verify=1, see ./scripts/ci.sh.", ["--no-verify", "./scripts/ci.sh"]),
    ("We pinned django==5.2.19 and run npm install -D @types/node.", ["django", "@types/node"]),
    ("Jonas added `import numpy as np` to `conftest.py`.", ["numpy", "conftest.py"]),
    ("MAX_RETRIES is read by parseHtmlResponse and std::vector.", ["MAX_RETRIES", "parseHtmlResponse", "std::vector"]),
    ("The unit tests live under tests/, the docs in docs/guide/setup.", ["tests/", "docs/guide/setup"]),
    ("重试逻辑在src/app/main.py里，由 snake_case() 调用 module.Class.method。",
     ["src/app/main.py", "snake_case()", "module.Class.method"]),
    ("部署时必须加 --no-input 参数，依赖 numpy 和 `fastapi`。", ["--no-input", "numpy", "fastapi"]),
    ("张伟维护 PaymentService::charge，配置在 config/app.toml 里。", ["PaymentService::charge", "config/app.toml"]),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "names"), SENTENCES)
def test_names_of_code_are_kept_whole(sentence: str, names: list[str]) -> None:
    found = code.names(sentence)
    assert [one.text for one in found] == names
    assert {one.kind for one in found} == {"proper_noun"}


@pytest.mark.parametrize(
    "sentence",
    [
        "He/she and/or they work 24/7, e.g. in the U.S. at 90 km/h.",
        "Version v1.2.3 came out on 2024/05/06, see https://example.org/a/b.py for more.",
        "Mina wrote to ada@example.org; the rest --- as always -- went well.",
        "张伟在2024年5月负责支付团队的数据库。",
    ],
)
def test_other_texts_have_no_names_of_code(sentence: str) -> None:
    assert code.names(sentence) == []


def test_what_is_no_code_has_its_keys_as_ever() -> None:
    text = "Orlan moved the payments squad to src/pay/api.py."
    (plain,), (found,) = keys_of([(text, "en")], ()), keys_of([(text, "en")], (), with_code=True)
    assert [(key.text, key.kind) for key in found] == [
        ("Orlan", "name"), ("src/pay/api.py", "proper_noun"), ("payments squad", "concept"),
    ]  # fmt: skip
    assert {key.text for key in plain} >= {"Orlan", "payments squad"}


def test_a_name_longer_than_other_keys_may_be_is_kept_and_a_part_of_a_word_is_not_cut_out() -> None:
    path = "src/" + "/".join(f"very_long_folder_{number}" for number in range(6)) + "/main.py"
    (found,) = keys_of([(f"The louvre uses uv==0.9 and {path}.", "en")], (), with_code=True)
    assert [key.text for key in found] == ["uv", path, "louvre"]


@pytest.fixture
def code_space(space: Space) -> Space:
    """A space that keeps names of code."""
    return spaces.change(actor=HUB, space=space, settings={"key_profile": "code"})


@pytest.mark.django_db
def test_a_told_fact_and_a_document_get_these_keys_where_the_space_wants_it(space: Space) -> None:
    sentence = "The deploy helper in src/app/deploy_all/main.py needs --no-input."
    plain = ingest.remember(actor=HUB, space=space, text=sentence).memory
    assert "--no-input" not in {key.text for key in selectors.keys_of(space, [plain.pk])[plain.pk]}
    spaces.change(actor=HUB, space=space, settings={"key_profile": "code"})
    space.refresh_from_db()
    told = ingest.remember(actor=HUB, space=space, text=sentence.replace("deploy helper", "helper")).memory
    other = "The nightly job in src/app/deploy_all/main.py runs with --no-input."
    take_in(space, other)
    for memory in (told, memory_saying(space, other)):
        found = {key.text for key in selectors.keys_of(space, [memory.pk])[memory.pk]}
        assert found >= {"src/app/deploy_all/main.py", "--no-input"}


@pytest.mark.django_db
def test_a_question_names_them_as_whole_words(code_space: Space) -> None:
    names = ["src/app/api/v2/views/main.py", "--no-verify", "module.Class.method", "snake_case()", "@types/node"]
    keys = [(name, "proper_noun") for name in names]
    ingest.remember(actor=HUB, space=code_space, text="A note.", keys=keys)

    def named(query: str) -> set[str]:
        return {hit.text for hit in candidates.named(code_space, query, limit=10)}

    assert named("What does src/app/api/v2/views/main.py do?") == {names[0]}
    assert named("在src/app/api/v2/views/main.py里，谁调用了 snake_case？") == {names[0], names[3]}
    assert named("Is --no-verify allowed, or module.Class.method()?") == {names[1], names[2]}
    assert named("Why @types/node?") == {names[4]}
    for inside in (
        "old/src/app/api/v2/views/main.py", "src/app/api/v2/views/main.python", "src/app/api/v2/views/main.py/x",
        "--no-verify-ssl", "---no-verify", "my_snake_case()", "snake_cases", "submodule.Class.method",
        "@types/node-fetch",
    ):  # fmt: skip
        assert named(f"What is {inside} for?") == set()


@pytest.mark.django_db
@pytest.mark.parametrize("profile", ["Code", "", None, 1, ["code"], {"code": 1}])
def test_an_unknown_profile_is_refused(space: Space, profile: object) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        spaces.change(actor=HUB, space=space, settings={"key_profile": profile})
    assert refused.value.field == "settings"
