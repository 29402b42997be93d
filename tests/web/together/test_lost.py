"""What a phone typed and somebody else's entry replaced: it is told to whoever typed it, and can be had back."""

from functools import partial

from table import open_sheet, type_entry

from web.together.entrance import Request
from web.together.store.store import Store

ANN, BO = "ann-phone-0123456", "bo-phone-01234567"


def test_what_lost_is_told_and_can_be_had_back(store: Store) -> None:
    secret_id = open_sheet(store)
    type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN)
    answer = store.sync(secret_id, BO, 0, [Request("players.0.left", 9, 1, 0, 60.0)], with_lost=True)
    assert [(past.field, past.values, past.stands) for past in store.view_log(answer.game, answer.lost)] == [("0.left", ["9"], False)]
    assert [(past.values, past.device, past.stands) for past in store.history(secret_id, "0.left")] == [
        (["9"], BO, False),
        (["4"], ANN, True),
    ]
    type_entry(store, secret_id, "players.0.left", 9, n=2, device=BO, base=answer.seq)
    assert store.load(secret_id).sheet["players"][0] == {"left": 9}


def test_what_was_replaced_unseen_is_told_to_who_typed_it(store: Store) -> None:
    """Bo's 9 stands until Ann's 4 comes, typed later on a phone that had not seen it. When Bo, who saw the 4,
    replaces it, Ann loses nothing.
    """
    secret_id = open_sheet(store)
    sync = partial(store.sync, secret_id, with_lost=True)
    seen = sync(BO, 0, [Request("players.0.left", 9, 1, 0, 60.0)]).seq
    sync(ANN, 0, [Request("players.0.left", 4, 1, 0, 0.0)])
    assert [(row.path, row.value, row.seq) for row in sync(BO, seen, []).lost] == [("players.0.left", "9", seen)]
    assert sync(ANN, 0, []).lost == []
    answer = sync(BO, seen + 1, [Request("players.0.left", 9, 2, seen + 1, 0.0)])
    assert answer.lost == []
    assert sync(ANN, answer.seq - 1, []).lost == []
