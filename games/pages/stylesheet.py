"""The style sheet of the pages, in the page itself. A policy with its digest forbids all other styles."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.utils.safestring import SafeString

from games.notifications.rendering.faces import PAINTS
from games.notifications.rendering.theme import ACCENT_DAY, ACCENT_NIGHT, DAY, FONT, NIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.notifications.rendering.theme import Tone

_FELTS: Final = {"L": "fl", "D": "fd"}


def _tones(tones: Mapping[str, Tone], accent: tuple[str, str], shade: str) -> str:
    page, sheet = tones["pg"], tones["sh"]
    return (
        f":root{{--page:{page.ground};--ink:{page.ink};--faint:{page.faint};--line:{page.line};--sheet:{sheet.ground};"
        f"--accent:{accent[0]};--on-accent:{accent[1]};--shade:{shade}}}"
        + "".join(
            f".side-{side}{{--felt:{tones[felt].ground};--felt-ink:{tones[felt].ink};"
            f"--felt-faint:{tones[felt].faint};--felt-line:{tones[felt].line}}}"
            for side, felt in _FELTS.items()
        )
    )


def _paints() -> Iterator[str]:
    for name, paint in PAINTS.items():
        yield (
            f".c-{name}{{background:{paint.ground};color:{paint.ink};border-color:{paint.edge};--edge:{paint.edge}}}"
        )


PALETTE: Final = "\n".join(
    [
        f":root{{color-scheme:light dark;--font:{FONT}}}",
        "@media print{:root{color-scheme:light}}",
        _tones(DAY, ACCENT_DAY, "rgb(30 20 60 / .45)"),
        f"@media screen and (prefers-color-scheme:dark){{{_tones(NIGHT, ACCENT_NIGHT, 'rgb(0 0 0 / .8)')}}}",
    ]
)
"""The colors of day and night as variables, for pages with a style sheet of their own."""
STYLE: Final = SafeString(
    "\n".join(
        [
            PALETTE,
            *_paints(),
            (Path(__file__).parent / "static" / "page.css").read_text(encoding="utf-8"),
        ]
    )
)
STYLE_SOURCE: Final = f"'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
"""The source that a Content-Security-Policy must allow for the style of the page."""
