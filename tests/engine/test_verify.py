"""The verifier confirms what is true, reports what it cannot check, and never fails."""

import json
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import engine
from engine.__main__ import main
from engine.codec.upcasters import CHAINS, VERSIONS
from engine.samples import editions
from engine.verify import CHECKS, Case, Finding, Head, Verdict, carry_out, verify
from engine.verify.report import report
from tests.engine.forgeries import ANCHORS, DATA, GAME, HEADER, ROWS, Rows, edited, forged, replaced
from tests.engine.matches import Match, Style
from tests.engine.transcripts import PUBLIC_KEY, SYSTEM, Scribe, file_of, recorded


def test_a_true_transcript_holds() -> None:
    findings = list(verify(Case(engine.read_transcript(DATA), [Head(0, engine.chain_genesis(GAME))], [PUBLIC_KEY])))
    assert [finding.check for finding in findings] == list(CHECKS)
    assert {finding.check for finding in findings if finding.verdict is not Verdict.HOLDS} == {"origin"}


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("edition", list(editions()), ids=lambda edition: " ".join(map(str, edition.values())))
def test_transcripts_of_every_edition_hold(edition: dict[str, object], kept: bool) -> None:  # noqa: FBT001
    match = Match(edition | {"scoring": "single_round"}, 4, 5, Style.SHED, kept=kept).play(20_000)
    assert match.table.is_over
    told = report(recorded(match), keys=[PUBLIC_KEY])
    assert told.code == 0, "\n".join(told.lines)


def test_a_group_of_commands_under_one_id_holds() -> None:
    """A player comes back from the autopilot with a move, and the service notes the time zone of the next one."""
    match = Match({"game": "classic", "scoring": "single_round"}, 2, 3, kept=True)
    scribe = Scribe(match.chance)
    scribe.record(SYSTEM, match.log)
    for seat in range(2):
        scribe.record(seat, match.send(seat, engine.TakeSeat("human")))
    scribe.record(0, match.send(0, engine.Start()))
    scribe.record(SYSTEM, match.send(None, engine.Engage(0, "left")))
    back = match.send(0, engine.TakeBack())
    seat = match.table.turn
    assert seat is not None
    move = engine.legal_commands(match.table, 0)[0] if seat == 0 else engine.Vote("abort")
    scribe.record(0, [*back, *match.send(0, move), *match.send(None, engine.NoteOffset(1, 60))])
    for voter in (0, 1):
        if not match.table.is_over and voter not in dict(match.table.votes).get("abort", ()):
            scribe.record(voter, match.send(voter, engine.Vote("abort")))
    assert match.table.is_over
    told = report(file_of(scribe.rows, GAME), keys=[PUBLIC_KEY])
    assert told.code == 0, "\n".join(told.lines)


def test_a_head_noted_during_play_must_lie_on_the_chain() -> None:
    transcript = engine.read_transcript(DATA)

    def heads(*noted: Head) -> Finding:
        return carry_out("heads", CHECKS["heads"], Case(transcript, noted))

    assert heads().verdict is Verdict.ABSENT
    true = [Head(version, ROWS[version - 1].chain) for version in (1, 40, len(ROWS))]
    assert heads(*true).sentence == "3 heads that you noted lie on the chain."
    other = heads(true[0], Head(40, ROWS[40].chain))
    assert (other.verdict, other.seq) == (Verdict.BROKEN, 40)
    assert "The head you noted at event 40 is another one" in other.sentence
    assert f"the match ends at {len(ROWS)}: events are missing" in heads(Head(1000, bytes(32))).sentence


def test_a_tail_cut_off_is_found_by_a_head_noted_before() -> None:
    """A match that was played on is passed off as one that was aborted earlier: linked and signed by the service."""
    match = Match({"game": "classic"}, 2, 1)
    match.play(30)
    noted = Head(len(match.log), bytes(32))
    short = match.again()
    scribe = Scribe(short.chance)
    scribe.record(SYSTEM, short.log)
    for seat in (0, 1):
        scribe.record(seat, short.send(seat, engine.TakeSeat("human")))
    scribe.record(SYSTEM, short.send(None, engine.Start()))
    for seat in (0, 1):
        scribe.record(seat, short.send(seat, engine.Vote("abort")))
    data = file_of(scribe.rows, GAME)
    assert report(data, keys=[PUBLIC_KEY]).code == 0
    told = report(data, [noted], [PUBLIC_KEY])
    assert told.code == 1
    assert "events are missing" in told.lines[-1]


def test_whose_key_it_is_only_the_asker_knows() -> None:
    from_the_file = {finding.check: finding for finding in verify(Case(engine.read_transcript(DATA)))}["signature"]
    assert from_the_file.verdict is Verdict.HOLDS
    assert "is taken from the file itself" in from_the_file.sentence
    trusted = {finding.check: finding for finding in verify(Case(engine.read_transcript(DATA), keys=[PUBLIC_KEY]))}
    assert trusted["signature"].sentence.endswith("which you trust.")
    other = {finding.check: finding for finding in verify(Case(engine.read_transcript(DATA), keys=[bytes(32)]))}
    assert "none of those you trust" in other["signature"].sentence
    assert other["anchors"].verdict is Verdict.UNCHECKED
    assert "is signed by flipside.example/anchors with the key" in other["anchors"].sentence


def test_a_service_may_change_its_key_between_transcript_and_checkpoint() -> None:
    new = Ed25519PrivateKey.from_private_bytes(bytes(32))
    lines = engine.write_transcript(
        HEADER, ROWS, lambda message: engine.Signature(new.public_key().public_bytes_raw(), new.sign(message)), ANCHORS
    )
    data = b"".join(lines)
    assert report(data).code == 2
    assert report(data, keys=[new.public_key().public_bytes_raw()]).code == 2
    assert report(data, keys=[new.public_key().public_bytes_raw(), PUBLIC_KEY]).code == 0


def test_without_cryptography_all_is_checked_but_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    findings = list(verify(Case(engine.read_transcript(DATA))))
    open_ = {finding.check for finding in findings if finding.verdict is Verdict.UNCHECKED}
    assert open_ == {"anchors", "signature"}
    assert all("cryptography is not installed" in finding.sentence for finding in findings if finding.check in open_)
    assert report(DATA).code == 2


def test_a_check_that_breaks_down_is_a_finding() -> None:
    def strange(_case: Case) -> str:
        raise ZeroDivisionError

    finding = carry_out("strange", strange, Case(engine.read_transcript(DATA)))
    assert (finding.verdict, finding.detail) == (Verdict.BROKEN, "ZeroDivisionError in the check of strange")


# -- The program -------------------------------------------------------------------------------------------------------


def test_the_program_says_what_it_has_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "true.transcript"
    path.write_bytes(DATA)
    head = f"40:{ROWS[39].chain.hex()}"
    assert main(["verify", str(path), "--head", head, "--key", PUBLIC_KEY.hex()]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0][4:] for line in told[:-1]] == ["format", *CHECKS]
    assert all(line.startswith("--  origin" if "origin:" in line else "ok  ") for line in told[:-1])
    assert f"ok  chain: {len(ROWS)} events are linked, head {ROWS[-1].chain.hex()}." in told
    assert told[-1] == "The match was dealt and played as promised, and nothing was changed since."


def test_the_program_says_where_a_file_breaks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "forged.transcript"
    path.write_bytes(forged(lambda rows: rows.pop(12)))
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    place = next(place for place, line in enumerate(told) if line.startswith("BAD decisions: "))
    assert told[place + 1].startswith("      at event ")
    assert "there should be" in told[place + 2]
    assert told[-1].startswith("Do not believe this file: ")


def test_what_a_hostile_file_says_does_nothing_to_a_terminal() -> None:
    for name in ("\x1b[2J\x9b\u202e", "long " * 10_000):
        told = report(forged(lambda rows, name=name: replaced(0, options=[[name, 1]])(rows)), keys=[PUBLIC_KEY])
        assert told.code == 1
        assert any("long long" in line or r"\x1b[2J\x9b\u202e" in line for line in told.lines)
        assert all(line.isascii() and line.isprintable() and len(line) < 2100 for line in told.lines)


def test_several_files_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, nothing = (tmp_path / name for name in ("good", "bad", "nothing"))
    good.write_bytes(DATA)
    bad.write_bytes(DATA.replace(b'"winners":[0]', b'"winners":[1]'))
    nothing.write_bytes(b"hello\n")
    assert main(["verify", "--quiet", *map(str, (good, bad, nothing))]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{good}: The match was dealt and played as promised, and nothing was changed since."
    assert told[1].startswith(f"{bad}: Do not believe this file: ")
    assert told[2] == f"{nothing}: Do not believe this file: This is no transcript: it is not JSON."
    assert told[3] == "3 files: 1 hold, 2 are wrong, 0 could not be checked whole"
    assert main(["verify", "--quiet", str(good)]) == 0
    assert main(["verify", str(tmp_path / "none")]) == 2


@pytest.mark.parametrize("head", ["", "1", "x:" + "0" * 64, "-1:" + "0" * 64, "1:00", "1:zz"])
def test_a_head_is_a_version_and_a_link(head: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["verify", "file", f"--head={head}"])
    assert f"{head!r} is no noted head: give a version and the 64 hexadecimal digits" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["", "00", "zz"])
def test_a_key_is_32_bytes(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["verify", "file", f"--key={key}"])
    assert f"{key!r} is no public key: give its 64 hexadecimal digits" in capsys.readouterr().err


def test_events_of_an_older_shape_are_compared_by_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Assume version 1 of turn_started called the seat `who`; the bytes in old transcripts stay unchanged."""
    monkeypatch.setitem(CHAINS, 11, (lambda data: {"seat": data["who"]},))
    monkeypatch.setitem(VERSIONS, 11, 2)

    def older(rows: Rows, *, wrong: int = 0) -> None:
        for place, row in enumerate(rows):
            if row.type == 11:
                rows[place] = row._replace(public=row.public.replace(b"seat", b"who"))
        first = next(place for place, row in enumerate(rows) if row.type == 11)
        seat = json.loads(rows[first].public)["who"]
        rows[first] = edited(rows[first], who=(seat + wrong) % 2)

    assert report(forged(older), keys=[PUBLIC_KEY]).code == 0
    told = report(forged(lambda rows: older(rows, wrong=1)), keys=[PUBLIC_KEY])
    assert "is not what the rules and the promised chance lead to" in told.lines[-1]
