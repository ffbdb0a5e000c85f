"""Signed notes and checkpoints: c2sp.org/signed-note and tlog-checkpoint."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.proof.notes import unbase64
from tests.engine.transcripts import KEY, PUBLIC_KEY, checkpoint

# From the documentation of golang.org/x/mod/sumdb/note, the source of the form.
PETER = "PeterNeumann"
PETER_KEY = "ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"  # the algorithm's byte, then the key
PETER_NOTE = """\
If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""


def test_a_note_of_another_program_is_read_and_its_signature_is_good() -> None:
    note = engine.read_note(PETER_NOTE)
    algorithm, *key = unbase64(PETER_KEY)
    (signature,) = note.signatures
    assert algorithm == 1
    assert signature.name == PETER
    assert signature.key_hash == engine.key_hash(PETER, bytes(key)) == bytes.fromhex("c74f20a3")
    assert engine.is_signed(bytes(key), note.signed, signature.signature)
    assert not engine.is_signed(bytes(key), note.signed + b" ", signature.signature)
    assert engine.write_note(note) == PETER_NOTE


def test_a_text_may_have_empty_lines_and_more_than_one_signature() -> None:
    signature = engine.NoteSignature("a.example/log", bytes(4), b"x")
    note = engine.Note("one\n\ntwo\n", (signature, signature._replace(name="ünter")))
    assert engine.read_note(engine.write_note(note)) == note


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "text\n",
        "text\n\n",
        "text\n\n— name AAAAAAA=",
        "text\n\n- name AAAAAAA=\n",
        "text\n\n— na me AAAAAAA=\n",
        "text\n\n— name AAAAAAA\n",
        "text\n\n— name AAAA=AAA\n",
        "text\n\n— name AAAAAAB=\n",
        "text\n\n— name AAAA\n",
        "te\rxt\n\n— name AAAAAAA=\n",
        "text\n\n— name AAAAAAA=\nmore\n",
    ],
)
def test_what_is_no_signed_note_is_refused(text: str) -> None:
    with pytest.raises(engine.BadNote):
        engine.read_note(text)


@pytest.mark.parametrize("text", ["no end of line", "", "tab\t\n", "a\n\n— signed AAAAAAA="])
def test_what_cannot_be_written_as_a_note_is_not(text: str) -> None:
    with pytest.raises(engine.BadNote):
        engine.write_note(engine.Note(text, (engine.NoteSignature("name", bytes(4), b"x"),)))


@pytest.mark.slow
@given(st.text())
def test_any_text_is_a_note_or_refused(text: str) -> None:
    try:
        note = engine.read_note(text)
    except engine.BadNote:
        return
    assert engine.write_note(note) == text


def test_a_checkpoint_says_what_was_written() -> None:
    note = engine.read_note(checkpoint(17, bytes(32)))
    stated = engine.read_checkpoint(note.text)
    assert stated == engine.Checkpoint("flipside.example/anchors", 17, bytes(32))
    assert engine.write_checkpoint(stated) == note.text
    assert engine.is_signed(PUBLIC_KEY, note.signed, note.signatures[0].signature)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "origin\n1\n",
        "\n1\nAAAA\n",
        "origin\n1\nAAAA",
        "origin\n1\nAAAA\n",
        "origin\n01\n" + "A" * 43 + "=\n",
        "origin\n-1\n" + "A" * 43 + "=\n",
        "origin\n1\n" + "A" * 43 + "=\nmore\n",
        "origin\n1\n" + "A" * 43 + "\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(engine.BadNote):
        engine.read_checkpoint(text)


def test_a_leaf_is_the_published_bytes() -> None:
    leaf = engine.anchor_leaf(bytes(range(16)), 412, b"\xcc" * 32)
    assert leaf == b"UFLIP1/anchor\0" + bytes(range(16)) + b"\0\0\x01\x9c" + b"\xcc" * 32
    for refused in ((b"short", 1, bytes(32)), (bytes(16), 1, b"short")):
        with pytest.raises(ValueError, match="bytes"):
            engine.anchor_leaf(*refused)
    with pytest.raises(OverflowError):
        engine.anchor_leaf(bytes(16), 2**32, bytes(32))


def test_a_key_is_named_by_its_hash() -> None:
    assert engine.key_id(bytes(32)) == "66687aadf862bd77"


def test_a_signature_of_nonsense_is_no_signature() -> None:
    assert engine.is_signed(PUBLIC_KEY, b"message", KEY.sign(b"message"))
    assert not engine.is_signed(PUBLIC_KEY, b"other", KEY.sign(b"message"))
    assert not engine.is_signed(PUBLIC_KEY, b"message", b"short")
    assert not engine.is_signed(b"short", b"message", KEY.sign(b"message"))


def test_without_cryptography_a_signature_cannot_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    with pytest.raises(engine.CannotCheck, match="cryptography is not installed"):
        engine.is_signed(PUBLIC_KEY, b"message", bytes(64))
