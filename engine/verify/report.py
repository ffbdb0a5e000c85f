"""The report of `python -m engine verify` about a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.transcript import BadTranscript, read_transcript, unpacked
from engine.transcript.writing import uuid_text
from engine.verify import Case, Finding, Head, Verdict, verify

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.transcript import Transcript


_LONGEST: Final = 2000
_UNPRINTABLE: Final = re.compile(r"[^ -~]")


class Report(NamedTuple):
    """Lines for people, and what programs go by. `code`: 0 all holds, 1 something is wrong, 2 it cannot be told."""

    lines: tuple[str, ...]
    code: int


def report(
    data: bytes,
    heads: Iterable[Head] = (),
    keys: Iterable[bytes] = (),
    origins: Iterable[bytes] = (),
    *,
    quiet: bool = False,
) -> Report:
    """Check a transcript, packed by gzip or not. Quiet: one line.

    `origins`: files of matches that it may go on from, which must hold too.
    """
    keys = tuple(keys)
    transcripts = []
    for file in (data, *origins):
        try:
            transcripts.append(read_transcript(unpacked(file)))
        except BadTranscript as bad:
            which = "What was given as its origin" if transcripts else "This"
            said = Finding("format", Verdict.BROKEN, f"{which} is no transcript: {bad.sentence}.", f"line {bad.line}")
            return _report([said], quiet=quiet)
    transcript, *others = transcripts
    form = f"{len(transcript.events):,} events, transcript of match {uuid_text(transcript.header.game)}."
    findings = [Finding("format", Verdict.HOLDS, form), *verify(Case(transcript, heads, keys, others))]
    for other in others:
        findings += _doubts(other, verify(Case(other, (), keys, others)))
    return _report(findings, quiet=quiet)


def _doubts(origin: Transcript, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the reasons why no match can go on from this one."""
    for finding in findings:
        if finding.verdict in {Verdict.BROKEN, Verdict.UNCHECKED}:
            sentence = f"The match {uuid_text(origin.header.game)} that was given as its origin: {finding.sentence}"
            yield finding._replace(check="origin", sentence=sentence)


def noted_head(text: str) -> Head:
    """Parse VERSION:CHAIN as a head. Raises ValueError."""
    version, _, chain = text.partition(":")
    head = Head(int(version), bytes.fromhex(chain))
    if head.version < 0 or len(head.chain) != 32:  # noqa: PLR2004  of SHA-256
        raise ValueError(text)
    return head


def public_key(text: str) -> bytes:
    """Parse 64 hexadecimal digits as an Ed25519 public key. Raises ValueError."""
    key = bytes.fromhex(text)
    if len(key) != 32:  # noqa: PLR2004  of Ed25519
        raise ValueError(text)
    return key


def _report(findings: Sequence[Finding], *, quiet: bool) -> Report:
    broken = [finding for finding in findings if finding.verdict is Verdict.BROKEN]
    unchecked = [finding for finding in findings if finding.verdict is Verdict.UNCHECKED]
    if broken:
        code, last = 1, f"Do not believe this file: {_plain(broken[0].sentence)}"
    elif unchecked:
        code, last = 2, f"What could be checked holds, but not everything could be: {_plain(unchecked[0].sentence)}"
    else:
        code, last = 0, "The match was dealt and played as promised, and nothing was changed since."
    told = [] if quiet else [line for finding in findings for line in _lines(finding)]
    return Report((*told, last), code)


def _lines(finding: Finding) -> Iterator[str]:
    yield f"{finding.verdict:4}{finding.check}: {_plain(finding.sentence)}"
    if finding.seq is not None:
        yield f"      at event {finding.seq}, line {finding.seq + 1} of the file"
    if finding.detail:
        yield f"      {_plain(finding.detail)}"


def _plain(text: str) -> str:
    """Return text that may come from a hostile file, cut and without control characters."""
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return _UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], cut)
