"""Seeds are encrypted, bound to their game, and never shown."""

from uuid import uuid4

import pytest
from pytest_django import Settings

from games.store import load, seeds
from tests.games import tables


def test_a_sealed_seed_opens_for_its_own_game_only() -> None:
    game, seed = uuid4(), seeds.new_seed()
    key_id, sealed = seeds.seal(game, seed)
    assert seed not in sealed
    assert seeds.unseal(game, key_id, sealed) == seed
    with pytest.raises(seeds.SeedUnreadable):
        seeds.unseal(uuid4(), key_id, sealed)


@pytest.mark.parametrize("at", [0, 20, -1])
def test_a_changed_byte_is_noticed(at: int) -> None:
    game = uuid4()
    key_id, sealed = seeds.seal(game, seeds.new_seed())
    changed = bytearray(sealed)
    changed[at] ^= 1
    with pytest.raises(seeds.SeedUnreadable):
        seeds.unseal(game, key_id, bytes(changed))


def test_new_seeds_use_the_first_key_and_old_keys_still_open(settings: Settings) -> None:
    game, seed = uuid4(), seeds.new_seed()
    settings.GAME_SECRET_KEYS = {"old": bytes(32)}
    old = seeds.seal(game, seed)
    settings.GAME_SECRET_KEYS = {"new": bytes([1]) * 32, "old": bytes(32)}
    assert seeds.unseal(game, *old) == seed
    assert seeds.seal(game, seed)[0] == "new"
    settings.GAME_SECRET_KEYS = {"new": bytes([1]) * 32}
    with pytest.raises(seeds.SeedUnreadable, match="no key 'old'"):
        seeds.unseal(game, *old)


def test_the_same_seed_sealed_twice_looks_different() -> None:
    game, seed = uuid4(), seeds.new_seed()
    assert seeds.seal(game, seed) != seeds.seal(game, seed)


@pytest.mark.django_db
def test_the_seed_stands_nowhere_in_the_database_and_in_no_text_about_a_game() -> None:
    game = tables.lobby_of(tables.person()).game.id
    loaded = load.load_for_command(game, None, uuid4())
    assert loaded is not None
    assert loaded.seed is not None
    for table in ("event", "command", "game", "game_secret", "outbox", "seat"):
        dump = repr(tables.raw(f"SELECT {table}::text FROM {table}"))  # noqa: S608
        assert loaded.seed.hex() not in dump
    assert loaded.seed.hex() not in repr(loaded)
    assert repr(loaded.seed) not in repr(loaded)
