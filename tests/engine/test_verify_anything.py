"""Laws: the verifier reports something sensible about any file, and no changed file holds."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.verify.report import report
from tests.engine.forgeries import DATA, ROWS, Rows, edited, forged
from tests.engine.transcripts import PUBLIC_KEY


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_file_changed_anywhere_never_holds_and_never_breaks_the_verifier(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(DATA) - 1))
    drop = data.draw(st.integers(0, 2))
    changed = DATA[:at] + data.draw(st.binary(max_size=2)) + DATA[at + drop :]
    told = report(changed, keys=[PUBLIC_KEY])
    assert not any("so strange" in line for line in told.lines)
    if told.code == 0:
        # The day of an anchor is a label; only its checkpoint counts.
        assert DAY.sub(b"", changed) == DAY.sub(b"", DATA)


DAY = re.compile(rb'"date":"[0-9-]+"')
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.sampled_from(["", "R", "R5", "x", "wc", "turn", "human"]),
    lambda item: st.lists(item, max_size=3),
    max_leaves=6,
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_log_forged_anyhow_never_breaks_the_verifier(data: st.DataObject) -> None:
    """Any field of any event holds any value, valid or not; all is linked and signed by the service."""
    place = data.draw(st.integers(0, len(ROWS) - 2))
    private = ROWS[place].private is not None and data.draw(st.booleans())
    body = json.loads((ROWS[place].private if private else ROWS[place].public) or b"")
    names = sorted(body)
    if not names:
        return
    name = data.draw(st.sampled_from(names))
    value = data.draw(_like(body[name]) | PLAIN)

    def change(rows: Rows) -> None:
        rows[place] = edited(rows[place], private=private, **{name: value})

    told = report(forged(change), keys=[PUBLIC_KEY])
    assert not any("so strange" in line for line in told.lines), told.lines


def _like(value: object) -> st.SearchStrategy[object]:
    """Draw values of the same kind, wrong only in their range."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(-2, 300) | st.integers()
    if isinstance(value, list):
        return st.lists(st.sampled_from(value), max_size=len(value) + 1) if value else st.just([0])
    return st.sampled_from(["R", "R5", "B+2", "W4", "x", "ab" * 32, "abandoned", "bot", "player"])
