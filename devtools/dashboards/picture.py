"""Draws a dashboard as a page: its panels where Grafana puts them, in plain SVG."""

from __future__ import annotations

import math
import time
from html import escape
from itertools import cycle, pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from devtools.dashboards.files import Dashboard, Panel
    from devtools.dashboards.prometheus import Series

WIDTH: Final = 1440
COLUMN, ROW, GAP, MARGIN = 59, 30, 8, 12
COLORS: Final = {"green": "#2e7d4f", "red": "#c0392b", "text": "#44546a"}
MARGIN_OF_AXIS: Final = 52
LEGEND: Final = 62
"""Height of a panel's title and legend together."""
MINUTE: Final = 60
DURATIONS: Final = (15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 43_200, 86_400, 604_800)
"""Distances of lines in a panel of durations, in seconds."""
NO_DATA: Final = "No data"
PALETTE: Final = ("#2e7d4f", "#b8860b", "#2c6fbb", "#d1651d", "#b3305a", "#7a4fb0", "#1f8a8a", "#5d6b7a")
_STYLE: Final = """
* { box-sizing: border-box } body { margin: 0; background: #f3f4f6; color: #1d232b; font: 13px system-ui, sans-serif }
h1 { font-size: 18px; margin: 0; padding: 14px 16px 0 } main { position: relative }
section { position: absolute; background: #fff; border: 1px solid #dcdfe4; border-radius: 3px; overflow: hidden }
h2 { font-size: 13px; margin: 6px 10px; font-weight: 600 }
.row { background: none; border: none } .row h2 { margin: 5px 2px }
.stats { position: absolute; inset: 28px 6px 6px; display: flex; gap: 4px }
.stat { flex: 1; min-width: 0; color: #fff; border-radius: 3px; display: flex; flex-direction: column; padding: 4px;
  align-items: center; justify-content: center; text-align: center }
.stat b { font-size: 26px } .stat.small b { font-size: 15px }
svg { display: block } text { font-size: 10px; fill: #5d6672 }
ul { display: flex; flex-wrap: wrap; gap: 0 10px; list-style: none; margin: 0; padding: 0 10px; font-size: 10px;
  line-height: 14px; height: 30px; overflow: hidden }
li i { display: inline-block; width: 12px; height: 3px; margin: 0 4px 3px 0 }
"""

Named = tuple[str, "Series"]


def page(board: Dashboard, answers: Sequence[Sequence[Named]], begin: float, end: float) -> tuple[str, int]:
    """Return a dashboard as HTML and the height of its page; `answers` has the series of each panel."""
    drawn = "".join(_section(panel, [*named], begin, end) for panel, named in zip(board.panels, answers, strict=True))
    height = max((panel.y + panel.height) * ROW for panel in board.panels)
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(board.title)}</title>'
        f"<style>{_STYLE}</style><h1>{escape(board.title)}</h1><main>{drawn}</main></html>"
    )
    return text, height + 60


def amount(value: float, unit: str, decimals: int | None = None) -> str:
    """Return a value with its unit, shortened."""
    if unit == "s":
        for seconds, word in ((86_400, "days"), (3600, "h"), (60, "min")):
            if value >= seconds:
                return f"{value / seconds:.3g} {word}"
        return f"{_short(value, decimals)} s"
    word = "req/s" if unit == "reqps" else unit.partition("suffix: ")[2]
    return f"{_short(value, decimals)} {word}".strip()


def _short(value: float, decimals: int | None) -> str:
    for least, letter in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= least:
            return f"{value / least:.3g} {letter}"
    return f"{value:.3g}" if decimals is None else f"{value:.{decimals}f}"


def color(value: float, steps: Iterable[tuple[float | None, str]]) -> str:
    """Return the color of a value by the thresholds."""
    found = "text"
    for least, name in steps:
        if least is None or value >= least:
            found = name
    return COLORS[found]


def _section(panel: Panel, named: list[Named], begin: float, end: float) -> str:
    width, height = panel.width * COLUMN - GAP, panel.height * ROW - GAP
    place = f"left:{MARGIN + panel.x * COLUMN}px;top:{MARGIN + panel.y * ROW}px;width:{width}px;height:{height}px"
    if panel.kind == "row":
        drawn = ""
    elif panel.kind == "stat":
        drawn = _stats(panel, named)
    else:
        drawn = _lines(panel, named, (begin, end), width, height)
    kind = ' class="row"' if panel.kind == "row" else ""
    return f'<section{kind} style="{place}"><h2>{escape(panel.title)}</h2>{drawn}</section>'


def _stats(panel: Panel, named: list[Named]) -> str:
    shown = [] if named else [_stat(panel.empty or NO_DATA, "", COLORS["green" if panel.empty else "text"])]
    for name, series in named:
        value = series.values[-1][1]
        word, painted = panel.words.get(value, ("", ""))
        text = word or amount(value, panel.unit, panel.decimals)
        is_named = panel.text == "value_and_name" or len(named) > 1
        big, small = (name, "") if panel.text == "name" else (text, name if is_named else "")
        shown.append(_stat(big, small, COLORS.get(painted) or color(value, panel.steps)))
    return f'<div class="stats">{"".join(shown)}</div>'


def _stat(text: str, name: str, painted: str) -> str:
    small = " small" if len(text) > 12 else ""  # noqa: PLR2004  letters that fit in a row
    return f'<div class="stat{small}" style="background:{painted}"><b>{escape(text)}</b>{escape(name)}</div>'


class _Axes:
    """Places of values in a drawing."""

    def __init__(self, most: float, unit: str, times: tuple[float, float], width: int, height: int) -> None:
        self.unit = unit
        self.step = _step(most, unit)
        self.most = max(self.step, math.ceil(most / self.step - 1e-9) * self.step)
        self.begin, self.end = times
        self.left = 80 if "/" in unit else 62
        self.right, self.bottom = width, height - 18

    def x(self, moment: float) -> float:
        return self.left + (moment - self.begin) / (self.end - self.begin) * (self.right - self.left)

    def y(self, value: float) -> float:
        return self.bottom - value / self.most * (self.bottom - 6)

    def ticks(self) -> list[float]:
        return [self.step * number for number in range(round(self.most / self.step) + 1)]


def _step(most: float, unit: str) -> float:
    """Return a round number, of which at most five make `most`."""
    if unit == "s" and most > DURATIONS[0]:
        return next((one for one in DURATIONS if most / one <= 5), most)  # noqa: PLR2004  as said above
    if most <= 0:
        return 1.0
    size: float = 10.0 ** math.floor(math.log10(most / 5))
    return next(size * one for one in (1.0, 2.0, 5.0, 10.0) if most / (size * one) <= 5)  # noqa: PLR2004  as above


def _lines(panel: Panel, named: list[Named], times: tuple[float, float], width: int, height: int) -> str:
    if not named:
        return f'<div class="stats">{_stat(NO_DATA, "", COLORS["text"])}</div>'
    height -= LEGEND
    drawn = [
        (name, values, name in panel.right) for (name, _), values in zip(named, _heaped(panel, named), strict=True)
    ]
    limits = [least for least, _ in panel.steps if least is not None] if panel.line else []
    sides = [
        _Axes(max([*more, *(value for _, values, right in drawn for _, value in values if right is side)], default=0.0),
              unit, times, width - (MARGIN_OF_AXIS if panel.right else 10), height)
        for side, unit, more in ((False, panel.unit, limits), (True, next(iter(panel.right.values()), ""), []))
    ]  # fmt: skip
    whole = [*_grid(sides[0], sides[1] if panel.right else None, width), *(_limit(sides[0], least) for least in limits)]
    colored = [*zip(drawn, cycle(PALETTE), strict=False)]
    whole += [_path(sides[right], values, painted) for (_, values, right), painted in reversed(colored)]
    legend = "".join(f'<li><i style="background:{painted}"></i>{escape(name)}</li>' for (name, *_), painted in colored)
    return f'<svg width="{width}" height="{height}">{"".join(whole)}</svg><ul>{legend}</ul>'


def _heaped(panel: Panel, named: list[Named]) -> list[list[tuple[float, float]]]:
    """Return the values, each on top of those before it if the panel stacks them."""
    if not panel.stacked:
        return [series.values for _, series in named]
    below: dict[float, float] = {}
    heaped = []
    for _, series in named:
        for moment, value in series.values:
            below[moment] = below.get(moment, 0.0) + value
        heaped.append([(moment, below[moment]) for moment, _ in series.values])
    return heaped


def _grid(axes: _Axes, second: _Axes | None, width: int) -> Iterable[str]:
    for tick in axes.ticks():
        y = axes.y(tick)
        yield f'<path d="M{axes.left} {y:.1f}H{axes.right}" stroke="#e6e8ec"/>'
        yield f'<text x="{axes.left - 6}" y="{y + 3:.1f}" text-anchor="end">{amount(tick, axes.unit)}</text>'
    if second is not None:
        for tick in second.ticks():
            y = axes.y(tick / second.most * axes.most) + 3
            yield f'<text x="{axes.right + 4}" y="{y:.1f}">{amount(tick, second.unit)}</text>'
    every = max(1, math.ceil((axes.end - axes.begin) / MINUTE / (width / 90))) * MINUTE
    for moment in range(math.ceil(axes.begin / MINUTE) * MINUTE, math.floor(axes.end) + 1, every):
        text = time.strftime("%H:%M", time.gmtime(moment))
        yield f'<text x="{axes.x(moment):.1f}" y="{axes.bottom + 14}" text-anchor="middle">{text}</text>'


def _limit(axes: _Axes, least: float) -> str:
    return f'<path d="M{axes.left} {axes.y(least):.1f}H{axes.right}" stroke="{COLORS["red"]}" stroke-dasharray="4 3"/>'


def _path(axes: _Axes, values: Sequence[tuple[float, float]], painted: str) -> str:
    """Return a line that is interrupted where values are missing."""
    usual = min((later - moment for (moment, _), (later, _) in pairwise(values)), default=1.0)
    words = []
    before = -math.inf
    for moment, value in values:
        pen = "L" if moment - before < 2 * usual else "M"
        words.append(f"{pen}{axes.x(moment):.1f} {axes.y(value):.1f}")
        before = moment
    return f'<path d="{"".join(words)}" fill="none" stroke="{painted}" stroke-width="1.6"/>'
