"""`make web-icons`: draws the icons in web/public from icon.svg, in a Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

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


if __name__ == "__main__":
    main()
