"""Merkle trees over append-only logs: RFC 9162, section 2.1 (as RFC 6962), with SHA-256.

Nothing is stored here. The keeper of a tree keeps the hash of every *complete* subtree under (level, index): level 0
are the leaves, node (level, index) covers the leaves index * 2**level up to (index + 1) * 2**level. Such a node never
changes once it exists, so a log of any size grows by adding rows, and every proof needs only a few of them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Node = Callable[[int, int], bytes]
    """Gives the 32 bytes of a complete subtree by level and index."""

HASH_BYTES: Final = 32
EMPTY_ROOT: Final = hashlib.sha256().digest()
"""The root of a tree without leaves."""


@dataclass(frozen=True, slots=True)
class NewNode:
    """A complete subtree that an append has created."""

    level: int
    index: int
    hash: bytes


def leaf_hash(leaf: bytes) -> bytes:
    """Return the hash of a leaf's bytes."""
    return hashlib.sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash over two subtrees."""
    return hashlib.sha256(b"\1" + left + right).digest()


def appended(size: int, leaves: Iterable[bytes], node: Node) -> Iterator[NewNode]:
    """Yield the nodes that arise when the leaf hashes `leaves` are appended to a tree of `size` leaves.

    `node` is asked for older nodes only. Children come before their parents.
    """
    fresh: dict[tuple[int, int], bytes] = {}
    for place, leaf in enumerate(leaves, size):
        new = NewNode(0, place, leaf)
        fresh[0, place] = leaf
        yield new
        while new.index % 2:  # a right child completes its parent
            left = new.level, new.index - 1
            hashed = node_hash(fresh[left] if left in fresh else node(*left), new.hash)
            new = NewNode(new.level + 1, new.index // 2, hashed)
            fresh[new.level, new.index] = hashed
            yield new


def root(size: int, node: Node) -> bytes:
    """Return the root of the tree over the first `size` leaves."""
    return _subtree(0, size, node) if size else EMPTY_ROOT


def inclusion(index: int, size: int, node: Node) -> list[bytes]:
    """Return the path that proves leaf `index` to be in the tree of `size` leaves, from the leaf upwards (2.1.3.1).

    Raises ValueError unless 0 <= index < size.
    """
    if not 0 <= index < size:
        raise ValueError(f"there is no leaf {index} in a tree of {size}")
    path = []
    low, high = 0, size
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            path.append(_subtree(middle, high, node))
            high = middle
        else:
            path.append(_subtree(low, middle, node))
            low = middle
    return path[::-1]


def consistency(first: int, second: int, node: Node) -> list[bytes]:
    """Return the path that proves the tree of `second` leaves to begin with the tree of `first` leaves (2.1.4.1).

    Raises ValueError unless 1 <= first <= second.
    """
    if not 1 <= first <= second:
        raise ValueError(f"a tree of {second} does not begin with one of {first}")
    path = []
    low, high = 0, second
    while first != high:
        middle = low + _split(high - low)
        if first <= middle:
            path.append(_subtree(middle, high, node))
            high = middle
        else:
            path.append(_subtree(low, middle, node))
            low = middle
    if low:  # the verifier does not know this subtree: it is not the whole first tree
        path.append(_subtree(low, high, node))
    return path[::-1]


def includes(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return whether `path` proves that `leaf` is number `index` of the tree with this size and root (2.1.3.2)."""
    if not 0 <= index < size or not _are_hashes(path):
        return False
    position, last, found = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if position % 2 or position == last:
            found = node_hash(sibling, found)
            while position and position % 2 == 0:
                position, last = position >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and found == root


def extends(first: int, second: int, first_root: bytes, second_root: bytes, path: Sequence[bytes]) -> bool:
    """Return whether `path` proves that the second tree begins with the first (2.1.4.2)."""
    if not 1 <= first <= second or not _are_hashes(path):
        return False
    if first == second:
        return not path and first_root == second_root
    known = [first_root, *path] if first & (first - 1) == 0 else list(path)
    if not known:
        return False
    position, last = first - 1, second - 1
    while position % 2:
        position, last = position >> 1, last >> 1
    old = new = known[0]
    for sibling in known[1:]:
        if last == 0:
            return False
        if position % 2 or position == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while position and position % 2 == 0:
                position, last = position >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and (old, new) == (first_root, second_root)


def _split(leaves: int) -> int:
    """Return the largest power of two below `leaves`: the number of leaves in the left half."""
    return 1 << (leaves - 1).bit_length() - 1


def _subtree(low: int, high: int, node: Node) -> bytes:
    """Return the hash over the leaves low .. high - 1, where `low` is where a subtree of that size may begin."""
    leaves = high - low
    if leaves & (leaves - 1) == 0:
        level = leaves.bit_length() - 1
        return node(level, low >> level)
    middle = low + _split(leaves)
    return node_hash(_subtree(low, middle, node), _subtree(middle, high, node))


def _are_hashes(path: Sequence[bytes]) -> bool:
    return all(len(item) == HASH_BYTES for item in path)
