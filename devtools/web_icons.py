"""`make web-icons`: draws the icons in web/public from icon.svg, and the picture of links, in a Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from games.drawings import drawing_of

if TYPE_CHECKING:
    from collections.abc import Mapping

PUBLIC: Final = Path(__file__).parents[1] / "web" / "public"
SIZES: Final[Mapping[str, tuple[int, bool]]] = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-512.png": (512, True),
    "apple-touch-icon.png": (180, True),
}
"""Width by name, and whether the ground fills the square, because the system cuts the corners itself."""
_ROUND: Final = ' rx="112"'
PREVIEW: Final = (1200, 630)
_LIGHT: Final = (("B4", 150, -14), ("R7", 290, -4), ("W", 430, 6))
_DARK: Final = (("oS", 770, -6), ("t2", 910, 4), ("w", 1050, 14))
"""Cards of the picture of links, with the place of their center and how they lean."""
_CARD: Final = (220, 308)


def main() -> None:
    """Write all icons."""
    logo = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    path = shutil.which("chromium") or shutil.which("google-chrome")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"]) as browser,
    ):
        for name, (width, is_filled) in SIZES.items():
            page = browser.new_page(viewport={"width": width, "height": width})
            page.set_content(f"<style>body{{margin:0}}</style>{logo.replace(_ROUND, '') if is_filled else logo}")
            page.screenshot(path=PUBLIC / name, omit_background=True)
        page = browser.new_page(viewport={"width": PREVIEW[0], "height": PREVIEW[1]})
        page.set_content(f"<style>body{{margin:0}}</style>{preview()}")
        page.screenshot(path=PUBLIC / "preview.png")


def preview() -> str:
    """Return the picture that services show beside a link: both sides of the table, and the name."""
    width, height = PREVIEW
    cards = "".join(_card(*one) for one in _LIGHT + _DARK)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="#eee7d6"/>'
        f'<path d="M640 0H{width}V{height}H560z" fill="#251c38"/>{cards}'
        '<g transform="translate(72 540)"><circle r="26" fill="#f4c531"/>'
        '<path d="M0-26a26 26 0 0 1 0 52z" fill="#7b55d1"/></g>'
        '<text x="114" y="555" font-family="system-ui, sans-serif" font-size="44" font-weight="700" fill="#1f1d26">'
        "Flipside</text></svg>"
    )


def _card(card: str, x: int, lean: int) -> str:
    width, height = _CARD
    return (
        f'<g transform="translate({x} 270) rotate({lean})"><svg x="{-width / 2}" y="{-height / 2}" width="{width}" '
        f'height="{height}" viewBox="0 0 100 140">{drawing_of(card, "full")}</svg></g>'
    )


if __name__ == "__main__":
    main()
