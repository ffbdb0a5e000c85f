"""Colors and fonts of mails and pages by day, and the style sheet with the colors of the night.

Some mail programs ignore style sheets, so the styles of the day are on the elements. The sheet only changes colors
for readers whose system is set to dark. Cards keep their colors, because they have their own ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from collections.abc import Mapping


class Tone(NamedTuple):
    """Ground, ink, faint ink and lines of an area."""

    ground: str
    ink: str
    faint: str
    line: str


DAY: Final[Mapping[str, Tone]] = {
    "pg": Tone("#f6f4ee", "#211f29", "#5f5b69", "#d9d4c6"),
    "sh": Tone("#ffffff", "#211f29", "#5f5b69", "#e3dfd4"),
    "fl": Tone("#eee8d9", "#211f29", "#575260", "#d3cab5"),
    "fd": Tone("#342c46", "#f5f2ff", "#c3bbd4", "#50466a"),
}
"""Tones by class: the page, the sheet on it, the table on its light and on its dark side."""
NIGHT: Final[Mapping[str, Tone]] = {
    "pg": Tone("#141218", "#ece9f2", "#aaa5b5", "#37333f"),
    "sh": Tone("#1d1a23", "#ece9f2", "#aaa5b5", "#37333f"),
    "fl": Tone("#3a3529", "#f4efe2", "#c6bea9", "#57503f"),
    "fd": Tone("#2a2239", "#f5f2ff", "#bdb4d1", "#463c5e"),
}
ACCENT_DAY: Final = ("#5b3fa8", "#ffffff")
ACCENT_NIGHT: Final = ("#cbb8ff", "#1d1430")
"""Ground and ink of buttons and alarms."""
BREAKS: Final = "word-break:break-word"
"""For elements that hold names of people or zones: a long one breaks and does not widen a phone's window."""
FONT: Final = SafeString("-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif")


def _night() -> str:
    rules = [
        f".{name}{{background-color:{tone.ground}!important;color:{tone.ink}!important}}"
        f".{name} .i{{color:{tone.ink}!important}}.{name} .q{{color:{tone.faint}!important}}"
        f".{name} .l{{border-color:{tone.line}!important}}"
        for name, tone in NIGHT.items()
    ]
    ground, ink = ACCENT_NIGHT
    rules.append(f".a{{background-color:{ground}!important;color:{ink}!important}}.e{{color:{ground}!important}}")
    rules.append(f".b{{background-color:#2b2733!important;color:#ece9f2!important;border-color:{ground}!important}}")
    return "".join(rules)


STYLE: Final = SafeString(
    ":root{color-scheme:light dark;supported-color-schemes:light dark}"
    "@media (prefers-color-scheme:dark){" + _night() + "}"
)
"""The style sheet of a page or mail with a drawing in it. Its page must allow styles at elements."""
