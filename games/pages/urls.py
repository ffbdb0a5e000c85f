"""The addresses that links in messages lead to. Addresses with these beginnings always get a page, even if changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path

from games.pages.decorators import limited
from games.pages.views import page

if TYPE_CHECKING:
    from django.urls import URLPattern

_page = limited(page)

urlpatterns: list[URLPattern] = [path("", _page, {"token": ""}), path("<path:token>", _page, name="link")]
