"""The Merkle arithmetic: against the known answers of Certificate Transparency, and its laws."""

import hashlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.proof import merkle

# The leaves and roots that every implementation of RFC 6962 is tested with.
LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PATHS = [
    (0, 1, []),
    (
        0,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        5,
        8,
        [
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (
        1,
        5,
        [
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]
EXTENSIONS = [
    (1, 1, []),
    (
        1,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        6,
        8,
        [
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (
        2,
        5,
        [
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]

sizes = st.integers(1, 70)


def tree(leaves: list[bytes], *batches: int) -> Callable[[int, int], bytes]:
    """Return the nodes of a tree, grown by batches of this size and the rest."""
    nodes: dict[tuple[int, int], bytes] = {}
    hashes = [merkle.leaf_hash(leaf) for leaf in leaves]
    size = 0
    for batch in (*batches, len(leaves)):
        for new in merkle.appended(size, hashes[size : size + batch], lambda *at: nodes[at]):
            assert (new.level, new.index) not in nodes, "a node never changes"
            nodes[new.level, new.index] = new.hash
        size = min(len(leaves), size + batch)
    return lambda *at: nodes[at]


def numbered(count: int) -> list[bytes]:
    return [b"%d" % number for number in range(count)]


def slow_root(leaves: list[bytes]) -> bytes:
    """Compute MTH of RFC 9162, 2.1.1, literally."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + slow_root(leaves[:k]) + slow_root(leaves[k:])).digest()


@pytest.mark.parametrize("size", range(9))
def test_roots_are_the_known_ones(size: int) -> None:
    assert merkle.root(size, tree(LEAVES)).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size", "path"), PATHS)
def test_inclusion_paths_are_the_known_ones(index: int, size: int, path: list[str]) -> None:
    assert [item.hex() for item in merkle.inclusion(index, size, tree(LEAVES))] == path
    leaf, hashes, root = merkle.leaf_hash(LEAVES[index]), [bytes.fromhex(item) for item in path], ROOTS[size]
    assert merkle.includes(leaf, index, size, hashes, bytes.fromhex(root))


@pytest.mark.parametrize(("first", "second", "path"), EXTENSIONS)
def test_consistency_paths_are_the_known_ones(first: int, second: int, path: list[str]) -> None:
    assert [item.hex() for item in merkle.consistency(first, second, tree(LEAVES))] == path


def test_all_known_trees_begin_with_the_smaller_ones() -> None:
    node = tree(LEAVES)
    for second in range(1, 9):
        for first in range(1, second + 1):
            path = merkle.consistency(first, second, node)
            assert merkle.extends(first, second, bytes.fromhex(ROOTS[first]), bytes.fromhex(ROOTS[second]), path)


@given(st.integers(0, 70), st.lists(st.integers(0, 20), max_size=5))
def test_the_root_does_not_depend_on_how_the_log_grew(size: int, batches: list[int]) -> None:
    leaves = numbered(size)
    assert merkle.root(size, tree(leaves, *batches)) == slow_root(leaves)


@given(st.data(), sizes)
def test_a_path_proves_its_leaf_and_no_other(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))
    node = tree(numbered(size))
    root, path = merkle.root(size, node), merkle.inclusion(index, size, node)
    leaf = merkle.leaf_hash(b"%d" % index)
    assert merkle.includes(leaf, index, size, path, root)
    assert not merkle.includes(merkle.leaf_hash(b"x"), index, size, path, root)
    assert not merkle.includes(leaf, index, size, path, bytes(32))
    assert not merkle.includes(leaf, index, size, [*path, bytes(32)], root)
    assert not merkle.includes(leaf, index, size, [*path, b""], root)
    for at in range(len(path)):
        assert not merkle.includes(leaf, index, size, path[:at] + path[at + 1 :], root)
        assert not merkle.includes(leaf, index, size, [*path[:at], bytes(32), *path[at + 1 :]], root)


@given(st.data(), sizes)
def test_a_path_proves_one_tree_to_begin_with_the_other_and_with_none_else(data: st.DataObject, second: int) -> None:
    first = data.draw(st.integers(1, second))
    node = tree(numbered(second))
    old, new, path = merkle.root(first, node), merkle.root(second, node), merkle.consistency(first, second, node)
    assert merkle.extends(first, second, old, new, path)
    assert not merkle.extends(first, second, bytes(32), new, path)
    assert not merkle.extends(first, second, old, bytes(32), path)
    assert not merkle.extends(first, second, old, new, [*path, bytes(32)])
    assert not merkle.extends(first, second, old, new, [*path, b""])
    for at in range(len(path)):
        assert not merkle.extends(first, second, old, new, path[:at] + path[at + 1 :])
        assert not merkle.extends(first, second, old, new, [*path[:at], bytes(32), *path[at + 1 :]])


def test_proofs_of_what_is_not_there_are_refused() -> None:
    node = tree(LEAVES)
    for index, size in ((-1, 8), (8, 8), (0, 0)):
        with pytest.raises(ValueError, match="no leaf"):
            merkle.inclusion(index, size, node)
        assert not merkle.includes(bytes(32), index, size, [], bytes(32))
    for first, second in ((0, 8), (8, 7)):
        with pytest.raises(ValueError, match="does not begin"):
            merkle.consistency(first, second, node)
        assert not merkle.extends(first, second, bytes(32), bytes(32), [])
    assert not merkle.extends(3, 5, bytes(32), bytes(32), [])
    hashes, root = list(map(bytes.fromhex, EXTENSIONS[1][2])), bytes.fromhex(ROOTS[8])
    assert not merkle.extends(1, 8, bytes.fromhex(ROOTS[1]), root, [*hashes, bytes(32)])
