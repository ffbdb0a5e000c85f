"""Keys of the service: published, and rotated without invalidating earlier signatures."""

from __future__ import annotations

import io
import secrets
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import call_command

from games.models import SigningKey
from games.proofs import signing
from tests.games import tables

if TYPE_CHECKING:
    from pytest_django import Settings

pytestmark = pytest.mark.django_db

ONE, TWO = (secrets.token_bytes(32) for _ in range(2))


def standing() -> dict[str, bool]:
    """Return for each key by id whether it signs."""
    return {key.id: key.until is None for key in signing.public_keys()}


def test_the_first_key_signs_and_is_shown(settings: Settings) -> None:
    settings.SIGNING_KEYS = [ONE, TWO]
    key = signing.current()
    (shown,) = signing.public_keys()
    assert (shown.id, shown.public, shown.until) == (key.id, key.public, None)
    Ed25519PublicKey.from_public_bytes(shown.public).verify(key.private.sign(b"x"), b"x")


def test_a_new_key_retires_the_old_one_which_stays_to_be_checked_with(settings: Settings) -> None:
    settings.SIGNING_KEYS = [ONE]
    old = signing.current().id
    with tables.travelled(60):
        settings.SIGNING_KEYS = [TWO, ONE]
        new = signing.current().id
        assert standing() == {new: True, old: False}
        settings.SIGNING_KEYS = [TWO]  # the old one is destroyed
        found = signing.public_keys()
    assert [(key.id, key.until is None) for key in found] == [(new, True), (old, False)]
    assert found[1].until is not None
    assert found[1].since < found[1].until <= found[0].since


def test_while_processes_with_the_old_setting_still_run_the_new_key_stands(settings: Settings) -> None:
    settings.SIGNING_KEYS = [ONE]
    old = signing.current().id
    settings.SIGNING_KEYS = [TWO, ONE]
    new = signing.current().id
    settings.SIGNING_KEYS = [ONE]
    assert signing.current().id == old
    assert standing() == {new: True, old: False}


def test_an_operator_may_go_back_to_a_former_key(settings: Settings) -> None:
    for keys in ([ONE], [TWO, ONE], [ONE, TWO]):
        settings.SIGNING_KEYS = keys
        found = signing.current()
    assert [key for key, signs in standing().items() if signs] == [found.id]


def test_public_keys_cannot_be_exchanged() -> None:
    signing.current()
    with pytest.raises(Exception, match="append-only"):
        SigningKey.objects.update(public_key=b"x" * 32)


def test_a_new_key_is_printed_as_the_setting_wants_it() -> None:
    out = io.StringIO()
    call_command("new_signing_key", stdout=out)
    assert len(bytes.fromhex(out.getvalue().strip())) == 32
