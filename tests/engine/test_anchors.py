"""Anchors against the published vectors of docs/protocol/protocol.md."""

import engine
from engine.proof import merkle

GAME = bytes(range(16))
CHAIN_1 = bytes.fromhex("fc837c01b6f1a12079cf5f18a8ca3882862e3320e7cd6e07aec1d069f221c1a6")
CHAIN_2 = bytes.fromhex("b6aeddecfd59f4f60e9f66c24197f83902b62c91cfc33dc54e9ffd14fe175d21")
LEAVES = [
    "dd2aba0b2147553e59e5b18ca2781421b95873230d13d4dcdfaf78c9bd7b6894",
    "100a39c81af0b755a72021b108d699f03f6755b93824847a3c3bc05a4579d297",
    "2c31908a5c1178b3f333d7b8d62eea358dd3754bfc40bd6f5d2540a94227e8cf",
]
ROOT_2 = "c31f787d8708a0a1b38e734e450d108a3e82020741d77b7c12ae9fa14991c11d"
ROOT_3 = "28744751ed2f0734e637313830fe17c0b30be2b4f9150cfe9a09e24d8e395849"


def test_leaves_roots_and_paths_are_as_published() -> None:
    heads = [(GAME, 1, CHAIN_1), (b"\xff" * 16, 7, b"\x07" * 32), (GAME, 2, CHAIN_2)]
    hashes = [merkle.leaf_hash(engine.anchor_leaf(*head)) for head in heads]
    assert [leaf.hex() for leaf in hashes] == LEAVES
    nodes = {(new.level, new.index): new.hash for new in merkle.appended(0, hashes, lambda *at: nodes[at])}
    assert merkle.root(2, lambda *at: nodes[at]).hex() == ROOT_2
    assert merkle.root(3, lambda *at: nodes[at]).hex() == ROOT_3
    assert [item.hex() for item in merkle.inclusion(1, 3, lambda *at: nodes[at])] == [LEAVES[0], LEAVES[2]]


def test_the_hash_of_a_key_is_as_published() -> None:
    assert engine.key_hash("flipside.example/anchors", b"\x01" * 32).hex() == "ecf14987"
