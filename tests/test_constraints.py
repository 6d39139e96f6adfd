"""Every rule the database keeps for us is tried with raw SQL; a rule nobody tries to break fails the first test."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from memoryhub.core import ids
from tests.cast import Cast
from tests.world import World, build, check_now, copy, drop, key_of, put, run

pytestmark = pytest.mark.django_db
ROOMS = ("ledger", "ai", "accounts", "spaces", "documents", "memories", "associations", "review")
MEMORY, SOURCE, RELATION, STATE = "memories_memory", "memories_memorysource", "memories_relation", "memories_state"
DOCUMENT, INPUT, CHUNK, TURN = "documents_document", "documents_documentinput", "documents_chunk", "documents_turn"
ANSWER = "documents_answer"
KEY, LINK, MODEL = "associations_key", "associations_keylink", "ai_embeddingmodel"
PROPOSAL, DECISION, USER, API_KEY = "review_proposal", "review_decision", "accounts_user", "accounts_apikey"
LONG_AGO, BEFORE_THAT = "2001-01-01T00:00:00Z", "2000-01-01T00:00:00Z"
Case = Callable[[World], None]

CHECKS: dict[str, Case] = {
    "entry_actor": lambda w: copy("ledger_entry", w.entry, seq=999, actor_kind="ghost"),
    "ai_embeddingmodel_dimension_check": lambda w: put(MODEL, w.model, dimension=-1),
    "ai_embeddingmodel_prefix_check": lambda w: put(MODEL, w.model, prefix=-1),
    "ai_embeddingmodel_candidates_check": lambda w: put(MODEL, w.model, candidates=-1),
    "ai_model_candidates": lambda w: put(MODEL, w.model, candidates=99),
    "ai_model_prefix": lambda w: put(MODEL, w.model, prefix=257),
    "ai_model_dimension": lambda w: put(MODEL, w.model, dimension=0),
    "ai_model_slope": lambda w: put(MODEL, w.model, slope=-1),
    "ai_model_state": lambda w: put(MODEL, w.model, state="broken"),
    "api_key_scope": lambda w: put(API_KEY, w.api_key, scope="god"),
    "api_key_spaces_or_all": lambda w: put(API_KEY, w.api_key, all_spaces=True, space_ids=[w.space]),
    "space_tag_form": lambda w: put("spaces_space", w.space, tag="has blank"),
    "membership_role": lambda w: put("spaces_membership", w.membership, role="king"),
    "document_failed_why": lambda w: put(DOCUMENT, w.document, status="failed", error_code=""),
    "document_in_container": lambda w: put(DOCUMENT, w.member, path=""),
    "document_remembered_past": lambda w: put(DOCUMENT, w.document, remembered_revision=2),
    "document_stage": lambda w: put(DOCUMENT, w.document, stage="dreaming"),
    "document_status": lambda w: put(DOCUMENT, w.document, status="lost"),
    "document_waits_until": lambda w: put(DOCUMENT, w.document, status="waiting", next_try_at=None),
    "documents_document_attempts_check": lambda w: put(DOCUMENT, w.document, attempts=-1),
    "documents_document_remembered_revision_check": lambda w: put(
        DOCUMENT, w.document, remembered_revision=-1, revision=0
    ),
    "documents_document_revision_check": lambda w: put(DOCUMENT, w.document, revision=-1),
    "documents_documentinput_position_check": lambda w: put(INPUT, w.document_input, position=-1),
    "documents_documentinput_revision_check": lambda w: put(INPUT, w.document_input, revision=-1),
    "associations_islandname_count_check": lambda w: put("associations_islandname", w.island, count=-1),
    "associations_graphlevel_added_check": lambda w: put("associations_graphlevel", w.level, added=-1),
    "documents_answer_part_check": lambda w: put(ANSWER, w.answer, part=-1),
    "documents_answer_status_check": lambda w: put(ANSWER, w.answer, status=-1),
    "input_mode": lambda w: put(INPUT, w.document_input, mode="rewrite"),
    "chunk_span": lambda w: put(CHUNK, w.chunk, start=6),
    "documents_chunk_end_check": lambda w: put(CHUNK, w.chunk, start=-1, end=-1),
    "documents_chunk_start_check": lambda w: put(CHUNK, w.chunk, start=-1),
    "documents_chunk_index_check": lambda w: put(CHUNK, w.chunk, index=-1),
    "documents_chunk_length_check": lambda w: put(CHUNK, w.chunk, length=-1),
    "documents_chunk_revision_check": lambda w: put(CHUNK, w.chunk, revision=-1),
    "memories_memory_length_check": lambda w: put(MEMORY, w.second, length=-1),
    "memories_memory_source_count_check": lambda w: put(MEMORY, w.second, source_count=-1),
    "memories_memory_version_check": lambda w: copy(MEMORY, w.second, version=-1),
    "memory_confidence": lambda w: put(MEMORY, w.second, confidence=1.01),
    "memory_forgotten_why": lambda w: put(MEMORY, w.second, forgotten_at=LONG_AGO),
    "memory_inference_is_judged": lambda w: put(MEMORY, w.inferred, review_status=None),
    "memory_parent_but_first": lambda w: copy(MEMORY, w.second, version=3, parent_id=None),
    "memory_pending_is_new_inference": lambda w: put(MEMORY, w.other, review_status="pending"),
    "memory_review_status": lambda w: put(MEMORY, w.inferred, review_status="maybe"),
    "memory_root_is_first": lambda w: copy(MEMORY, w.first, is_latest=False),
    "memory_text_unless_erased": lambda w: put(MEMORY, w.second, erased_at=LONG_AGO),
    "memory_valid_span": lambda w: put(MEMORY, w.second, valid_from=LONG_AGO, valid_to=BEFORE_THAT),
    "memories_memorysource_end_check": lambda w: put(SOURCE, w.source, start=-1, end=-1),
    "memories_memorysource_start_check": lambda w: put(SOURCE, w.source, start=-1),
    "source_span": lambda w: put(SOURCE, w.source, end=None),
    "source_ended_why": lambda w: put(SOURCE, w.source, ended_at=LONG_AGO),
    "relation_confidence": lambda w: put(RELATION, w.relation, confidence=-0.1),
    "relation_kind": lambda w: put(RELATION, w.relation, kind="updates"),
    "relation_not_to_itself": lambda w: put(RELATION, w.relation, newer_id=w.other),
    "state_span": lambda w: put(STATE, w.state, to_at=BEFORE_THAT),
    "state_known": lambda w: put(STATE, w.state, state="pondering"),
    "memories_recall_rank_check": lambda w: copy("memories_recall", w.recall, rank=-1),
    "activity_depth": lambda w: put("memories_activity", w.second, depth=1.5),
    "memories_activity_recall_count_check": lambda w: put("memories_activity", w.second, recall_count=-1),
    "key_kind": lambda w: put(KEY, w.key, kind="colour"),
    "key_not_empty": lambda w: put(KEY, w.key, normalised=""),
    "key_put_aside": lambda w: put(KEY, w.key, taken_over_by_id=w.key),
    "key_link_weight": lambda w: put(LINK, w.key_link, weight=0),
    "proposal_closed_when": lambda w: put(PROPOSAL, w.proposal, status="approved"),
    "proposal_confidence": lambda w: put(PROPOSAL, w.proposal, confidence=2),
    "proposal_kind": lambda w: put(PROPOSAL, w.proposal, kind="wish"),
    "proposal_status": lambda w: put(PROPOSAL, w.proposal, status="shelved", closed_at=LONG_AGO),
    "decision_subject": lambda w: copy(DECISION, w.decision, subject_kind="document"),
    "decision_verdict": lambda w: copy(DECISION, w.decision, verdict="shrugged"),
}

UNIQUES: dict[str, Case] = {
    "entry_space_seq": lambda w: copy("ledger_entry", w.entry),
    "entry_undone_once": lambda w: undo_twice(w),
    "ai_model_identity": lambda w: copy(MODEL, w.model, state="retired"),
    "ai_one_active_model": lambda w: copy(MODEL, w.model, name="another"),
    "accounts_apikey_hash_key": lambda w: copy(API_KEY, w.api_key),
    "accounts_user_email_key": lambda w: copy(USER, w.user),
    "user_email_any_case": lambda w: copy(USER, w.user, email="ADA@example.org"),
    "accounts_user_groups_user_id_group_id_59c0b32f_uniq": lambda w: copy(
        "accounts_user_groups", first_of("accounts_user_groups"), id=-1
    ),
    "accounts_user_user_permi_user_id_permission_id_2ab516c2_uniq": lambda w: copy(
        "accounts_user_user_permissions", first_of("accounts_user_user_permissions"), id=-1
    ),
    "preference_once": lambda w: copy("accounts_preference", w.preference),
    "spaces_space_tag_key": lambda w: copy("spaces_space", w.space),
    "membership_once": lambda w: copy("spaces_membership", w.membership),
    "document_custom_id": lambda w: copy(DOCUMENT, w.document),
    "document_path_in_container": lambda w: copy(DOCUMENT, w.member),
    "answer_once": lambda w: copy(ANSWER, w.answer),
    "input_position": lambda w: copy(INPUT, w.document_input),
    "chunk_index": lambda w: copy(CHUNK, w.chunk),
    "chunk_vector_once": lambda w: copy("documents_chunkvector", w.chunk_vector),
    "memory_no_fork": lambda w: copy(MEMORY, w.second, is_latest=False),
    "memory_one_latest": lambda w: copy(MEMORY, w.second, version=3, parent_id=w.second),
    "source_once_per_document": lambda w: copy(SOURCE, w.source),
    "relation_once": lambda w: copy(RELATION, w.relation),
    "state_one_open": lambda w: copy(STATE, w.state),
    "memory_vector_once": lambda w: copy("memories_memoryvector", w.memory_vector),
    "key_once": lambda w: copy(KEY, w.key),
    "key_link_once": lambda w: copy(LINK, w.key_link),
    "key_vector_once": lambda w: copy("associations_keyvector", w.key_vector),
    "graph_level_once": lambda w: copy("associations_graphlevel", w.level),
    "proposal_open_once": lambda w: copy(PROPOSAL, w.proposal),
}

# They hold because the primary key holds; composite foreign keys need them as a target.
TARGETS: dict[str, tuple[str, Case]] = {
    "document_space_id": (f"{DOCUMENT}_pkey", lambda w: copy(DOCUMENT, w.document, id=w.document, custom_id=None)),
    "chunk_space_id": (f"{CHUNK}_pkey", lambda w: copy(CHUNK, w.chunk, id=w.chunk, index=1)),
    "memory_space_id": (f"{MEMORY}_pkey", lambda w: copy(MEMORY, w.first, id=w.first)),
    "memory_chain_target": (f"{MEMORY}_pkey", lambda w: copy(MEMORY, w.second, id=w.second)),
    "key_space_id": (f"{KEY}_pkey", lambda w: copy(KEY, w.key, id=w.key, normalised="other")),
}

SAME_SPACE: dict[str, Case] = {
    "document_same_space": lambda w: put(DOCUMENT, w.member, container_id=w.far_document),
    "answer_same_space": lambda w: put(ANSWER, w.answer, document_id=w.far_document),
    "input_same_space": lambda w: put(INPUT, w.document_input, document_id=w.far_document),
    "chunk_same_space": lambda w: put(CHUNK, w.chunk, document_id=w.far_document),
    "turn_same_space": lambda w: put(TURN, w.chunk, space_id=w.far_space),
    "chunk_vector_same_space": lambda w: put("documents_chunkvector", w.chunk_vector, space_id=w.far_space),
    "memory_root_same_space": lambda w: copy(MEMORY, w.second, root_id=w.far_memory),
    "memory_parent_same_space": lambda w: copy(MEMORY, w.second, version=3, is_latest=False, parent_id=w.far_memory),
    "memory_follows_parent": lambda w: copy(MEMORY, w.second, version=4, is_latest=False, parent_id=w.second),
    "source_memory_same_space": lambda w: put(SOURCE, w.source, memory_id=w.far_memory),
    "source_document_same_space": lambda w: put(SOURCE, w.source, document_id=w.far_document),
    "source_chunk_same_space": lambda w: put(SOURCE, w.source, chunk_id=w.far_chunk),
    "relation_newer_same_space": lambda w: put(RELATION, w.relation, newer_id=w.far_memory),
    "relation_older_same_space": lambda w: put(RELATION, w.relation, older_id=w.far_memory),
    "state_memory_same_space": lambda w: put(STATE, w.state, space_id=w.far_space),
    "recall_memory_same_space": lambda w: copy("memories_recall", w.recall, memory_id=w.far_memory),
    "activity_memory_same_space": lambda w: put("memories_activity", w.second, space_id=w.far_space),
    "vector_memory_same_space": lambda w: put("memories_memoryvector", w.memory_vector, space_id=w.far_space),
    "key_taken_over_same_space": lambda w: put(KEY, w.key, taken_over_by_id=w.far_key, forms=[]),
    "key_link_key_same_space": lambda w: put(LINK, w.key_link, key_id=w.far_key),
    "key_link_memory_same_space": lambda w: put(LINK, w.key_link, memory_id=w.far_memory),
    "key_vector_same_space": lambda w: put("associations_keyvector", w.key_vector, space_id=w.far_space),
}

# Trigger -> what it says, and what it is tried with.
TRIGGERS: dict[str, tuple[str, list[Case]]] = {
    "entry_append_only": (
        "Cannot update or delete rows from ledger_entry",
        [lambda w: put("ledger_entry", w.entry, verb="x"), lambda w: drop("ledger_entry", w.entry)],
    ),
    "recall_append_only": ("Cannot update rows", [lambda w: put("memories_recall", w.recall, rank=2)]),
    "decision_append_only": ("Cannot update rows", [lambda w: put(DECISION, w.decision, note="x")]),
    "memory_text_is_fixed": (
        "the text of a version never changes",
        [
            lambda w: put(MEMORY, w.second, text="Pears never ripen."),
            lambda w: put(MEMORY, w.first, text="Pears never ripen."),
            lambda w: put(MEMORY, w.second, text=""),
            lambda w: put(MEMORY, w.second, text="Else.", erased_at=LONG_AGO),
        ],
    ),
    "memory_place_is_fixed": (
        "the place of a version in its chain never changes",
        [
            lambda w: put(MEMORY, w.second, version=3),
            lambda w: put(MEMORY, w.second, root_id=w.other),
            lambda w: put(MEMORY, w.second, parent_id=w.other),
            lambda w: put(MEMORY, w.second, space_id=w.far_space),
            lambda w: put(MEMORY, w.second, id=ids.new()),
            lambda w: put(MEMORY, w.second, created_at=LONG_AGO),
            lambda w: put(MEMORY, w.inferred, is_inference=False),
        ],
    ),
    "memory_keeps_a_latest": (
        "a chain keeps one latest version",
        [
            lambda w: put(MEMORY, w.second, is_latest=False),
            lambda w: copy(MEMORY, w.other, **alone(is_latest=False)),
            lambda w: drop(MEMORY, w.second),
        ],
    ),
}


def undo_twice(world: World) -> None:
    for seq in (998, 999):
        copy("ledger_entry", world.entry, seq=seq, undoes=world.entry)


def alone(**values: Any) -> dict[str, Any]:
    """A first version's own id is its root's, too."""
    own = ids.new()
    return {"id": own, "root_id": own, **values}


def first_of(table: str) -> Any:
    return run(f"SELECT {key_of(table)} FROM {table} ORDER BY 1 LIMIT 1")[0][0]


@pytest.fixture
def world(cast: Cast) -> World:
    """A row in every table."""
    return build(cast)


def tables() -> list[str]:
    """The tables of the rooms, those between two others too."""
    models = [model for room in ROOMS for model in apps.get_app_config(room).get_models(include_auto_created=True)]
    return sorted(model._meta.db_table for model in models)


def rules(sql: str) -> set[str]:
    return {str(row[0]) for row in run(sql, tables())}


def simple_foreign_keys() -> list[tuple[str, str, str, str]]:
    """(name, table, column, type) of foreign keys over one column, which Django makes."""
    return [
        (str(name), str(table), str(column), str(kind))
        for name, table, column, kind in run(
            "SELECT conname, conrelid::regclass::text, attname, format_type(atttypid, atttypmod) FROM pg_constraint"
            " JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]"
            " WHERE contype = 'f' AND array_length(conkey, 1) = 1 AND conrelid::regclass::text = ANY(%s)"
            " ORDER BY 1",
            tables(),
        )
    ]


def test_no_rule_of_the_database_goes_without_an_attempt_to_break_it() -> None:
    of_ours = "conrelid::regclass::text = ANY(%s)"
    assert rules(f"SELECT conname FROM pg_constraint WHERE contype = 'c' AND {of_ours}") == set(CHECKS)
    uniques = rules(
        "SELECT indexrelid::regclass::text FROM pg_index WHERE indisunique AND NOT indisprimary"
        " AND indrelid::regclass::text = ANY(%s)"
    )
    assert uniques == set(UNIQUES) | set(TARGETS)
    composite = f"SELECT conname FROM pg_constraint WHERE contype = 'f' AND array_length(conkey, 1) > 1 AND {of_ours}"
    assert rules(composite) == set(SAME_SPACE)
    triggers = rules(
        "SELECT regexp_replace(tgname, '^pgtrigger_(.*)_[0-9a-f]{5}$', '\\1') FROM pg_trigger"
        " WHERE NOT tgisinternal AND tgrelid::regclass::text = ANY(%s)"
    )
    assert triggers == set(TRIGGERS)
    assert rules(f"SELECT DISTINCT contype FROM pg_constraint WHERE {of_ours}") <= set("cfnptu")


def refused(attempt: Callable[[], object]) -> tuple[str, str]:
    """The constraint that refuses, and what is said."""
    with pytest.raises(DatabaseError) as error, transaction.atomic():
        attempt()
    diagnosis = error.value.__cause__.diag  # type: ignore[union-attr]
    return str(diagnosis.constraint_name), str(diagnosis.message_primary)


def test_checks_and_uniques_refuse(world: World) -> None:
    told = {name: refused(partial(case, world))[0] for name, case in (CHECKS | UNIQUES).items()}
    assert told == {name: name for name in told}


def test_what_composite_keys_point_at_is_unique_by_its_primary_key(world: World) -> None:
    told = {name: refused(partial(case, world))[0] for name, (_, case) in TARGETS.items()}
    assert told == {name: primary for name, (primary, _) in TARGETS.items()}


def test_nothing_points_into_another_space_or_chain(world: World) -> None:
    def attempt(name: str) -> None:
        SAME_SPACE[name](world)
        check_now(name)

    told = {name: refused(partial(attempt, name))[0] for name in SAME_SPACE}
    assert told == {name: name for name in told}


def test_triggers_refuse(world: World) -> None:
    def attempt(case: Case) -> None:
        case(world)
        run("SET CONSTRAINTS ALL IMMEDIATE")

    for says, cases in TRIGGERS.values():
        for case in cases:
            assert says in refused(partial(attempt, case))[1]


def test_every_foreign_key_of_django_points_at_a_row_that_exists(world: World) -> None:
    def attempt(name: str, table: str, column: str, kind: str) -> None:
        nowhere = ids.new() if kind == "uuid" else -1
        if table == MEMORY:
            copy(table, world.second, **{column: nowhere})
        elif table in {"memories_recall", DECISION}:  # they refuse to be changed
            copy(table, first_of(table), **{column: nowhere})
        else:
            put(table, first_of(table), **{column: nowhere})
        check_now(name)

    told = {key[0]: refused(partial(attempt, *key))[0] for key in simple_foreign_keys()}
    assert told == {name: name for name in told}


def test_every_relation_of_the_models_is_kept_by_a_key_of_the_database() -> None:
    kept = {
        (table, column)
        for table, column in run(
            "SELECT conrelid::regclass::text, attname FROM pg_constraint"
            " JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)"
            " WHERE contype = 'f' AND conrelid::regclass::text = ANY(%s)",
            tables(),
        )
    }
    fields = [
        field for room in ROOMS for model in apps.get_app_config(room).get_models() for field in model._meta.fields
    ]
    related = {(field.model._meta.db_table, field.column) for field in fields if field.remote_field}
    assert len(related) > 30
    assert related - kept == set()


def test_the_world_is_sound_before_anybody_tries_to_break_it(world: World) -> None:
    run("SET CONSTRAINTS ALL IMMEDIATE")
    assert len(world.known()) > 25
    connection.check_constraints()


def test_a_text_goes_only_together_with_the_mark_of_being_erased(world: World) -> None:
    put(MEMORY, world.second, text="", text_hash="", erased_at=LONG_AGO)
    assert refused(lambda: put(MEMORY, world.second, text="Back again.", erased_at=None))[1].startswith("the text")


def test_the_ledger_may_be_emptied_only_whole_as_tests_do(world: World) -> None:
    run("TRUNCATE ledger_entry")
    assert run("SELECT count(*) FROM ledger_entry") == [(0,)]
