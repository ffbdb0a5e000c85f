// The share card as an SVG of 1200 by 630. Its faces come out of the service's drawings, so it needs no other file.

import type { Card, Side } from "flipside-client";
import type { Row, ShareCard } from "./card.ts";

export const WIDTH = 1200;
export const HEIGHT = 630;

/** How wide a text is, in pixels. */
export type Measure = (text: string, size: number, weight: number) => number;

export interface Faces {
  /** The file with a `<symbol>` for each face. */
  sprite: string;
  /** The id of a card's symbol; undefined if there is none. */
  idOf: (card: Card) => string | undefined;
}

const FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";
/** The colors of the table on either side, as on a light page. */
const COLORS: Record<Side, { mat: string; ink: string; muted: string; mark: string; action: string; onAction: string }> = {
  L: { mat: "#eee7d6", ink: "#1f1d26", muted: "#5f5843", mark: "#e2dac5", action: "#553a9e", onAction: "#fff" },
  D: { mat: "#251c38", ink: "#f2eff9", muted: "#bdb2d6", mark: "#33284b", action: "#fff3d9", onAction: "#1f1d26" },
};
const SUN = "M0-10v3M0 10V7M-10 0h3M10 0H7M-7-7l2 2M7 7L5 5M-7 7l2-2M7-7L5-5";
const MOON = "M-2-9A9.5 9.5 0 1 0 9 2 7.5 7.5 0 0 1-2-9z";
const CARD = { width: 290, height: 406, x: 90, y: 90 };
/** How the cards below the top one lie: the nearest last. */
const BELOW = ["rotate(6) translate(16 8)", "rotate(-7) translate(-18 8)"];
const TEXT = { left: 490, right: 1136 };
const TITLE = 46;
const LINE = 52;
const ROWS = { bottom: 528, tallest: 56, inColumn: 5, gap: 32 };

/** The card as SVG. */
export function draw(card: ShareCard, faces: Faces, measure: Measure): string {
  const color = COLORS[card.side];
  const title = lines(card.title, TITLE, 700, TEXT.right - TEXT.left, 2, measure);
  const below = 142 + (title.length - 1) * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="${FONT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${color.mat}"/>`,
    pile(card.discard, faces),
    sideSign(card, color),
    ...title.map((line, place) => text(line, TEXT.left, 142 + place * LINE, TITLE, 700, color.ink)),
    text(fit(card.subtitle, 26, 400, TEXT.right - TEXT.left, measure), TEXT.left, below + 40, 26, 400, color.muted),
    ...standings(card.rows, below + 62, color, measure),
    `<line x1="${TEXT.left}" y1="546" x2="${TEXT.right}" y2="546" stroke="${color.mark}" stroke-width="2"/>`,
    logo(TEXT.left, 562),
    text("Flipside", TEXT.left + 46, 586, 28, 700, color.ink),
    text(fit(card.address, 24, 400, 400, measure), TEXT.right, 585, 24, 400, color.muted, "end"),
    "</svg>",
  ].join("");
}

/** As much of a text as fits, with an ellipsis if that is not all. */
export function fit(whole: string, size: number, weight: number, width: number, measure: Measure): string {
  if (measure(whole, size, weight) <= width) return whole;
  const letters = [...whole];
  while (letters.length > 0 && measure(`${letters.join("").trimEnd()}…`, size, weight) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** A text in lines between words; the last line takes the rest, as far as it fits. */
export function lines(whole: string, size: number, weight: number, width: number, most: number, measure: Measure): string[] {
  const words = whole.split(" ");
  const found: string[] = [];
  while (words.length > 0 && found.length < most - 1) {
    let line = words.shift() ?? "";
    while (words.length > 0 && measure(`${line} ${words[0]}`, size, weight) <= width) line += ` ${words.shift()}`;
    found.push(fit(line, size, weight, width, measure));
  }
  if (words.length > 0) found.push(fit(words.join(" "), size, weight, width, measure));
  return found;
}

function pile(discard: readonly Card[], faces: Faces): string {
  const { x, y, width, height } = CARD;
  const [top, ...below] = discard;
  const center = `translate(${x + width / 2} ${y + height / 2})`;
  const lying = below.slice(0, 2).reverse().map((card, place, all) => {
    const how = BELOW[place + 2 - all.length] ?? "";
    return `<g transform="${center} ${how}">${face(card, faces)}</g>`;
  });
  const shadow = `<rect x="${x + 4}" y="${y + 9}" width="${width - 8}" height="${height}" rx="36" fill="#000" opacity=".16"/>`;
  return `${lying.join("")}${top === undefined ? "" : `${shadow}<g transform="${center}">${face(top, faces)}</g>`}`;
}

/** A face around its center. */
function face(card: Card, { sprite, idOf }: Faces): string {
  const { width, height } = CARD;
  const start = `<symbol id="${idOf(card)}" `;
  const from = sprite.indexOf(start);
  if (from < 0) return "";
  const drawing = sprite.slice(from + start.length, sprite.indexOf("</symbol>", from));
  return `<svg x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" ${drawing}</svg>`;
}

function sideSign({ side, sideName }: ShareCard, { ink }: { ink: string }): string {
  if (sideName === "") return "";
  const sign =
    side === "D"
      ? `<path d="${MOON}" fill="${ink}"/>`
      : `<circle r="4.5" fill="${ink}"/><path d="${SUN}" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round"/>`;
  return `<g transform="translate(${TEXT.left + 11} 71)">${sign}</g>${text(sideName, TEXT.left + 32, 79, 24, 600, ink)}`;
}

/** Up to five rows below each other; more in two columns, which have no room for notes. */
function standings(rows: readonly Row[], top: number, color: (typeof COLORS)[Side], measure: Measure): string[] {
  const columns = rows.length > ROWS.inColumn ? 2 : 1;
  const inColumn = Math.ceil(rows.length / columns);
  const width = (TEXT.right - TEXT.left - ROWS.gap * (columns - 1)) / columns;
  const height = Math.min(ROWS.tallest, (ROWS.bottom - top) / inColumn);
  const size = columns === 1 ? 30 : 24;
  return rows.flatMap((row, place) => {
    const left = TEXT.left + Math.floor(place / inColumn) * (width + ROWS.gap);
    const y = top + (place % inColumn) * height;
    const line = y + height / 2 + size * 0.36;
    const weight = row.isWinner ? 700 : 400;
    const ink = row.isWinner ? color.onAction : color.ink;
    const [value, note] = columns === 1 ? [row.value, row.note] : [row.short, ""];
    const valueLeft = left + width - measure(value, size, 700);
    const noteLeft = valueLeft - (note === "" ? 0 : measure(note, size - 4, 400) + 14);
    return [
      row.isWinner ? `<rect x="${left - 14}" y="${y + 2}" width="${width + 28}" height="${height - 4}" rx="14" fill="${color.action}"/>` : "",
      text(fit(row.name, size, weight, noteLeft - left - 14, measure), left, line, size, weight, ink),
      note === "" ? "" : text(note, noteLeft, line, size - 4, 400, row.isWinner ? ink : color.muted),
      text(value, valueLeft, line, size, 700, ink),
    ];
  });
}

function logo(x: number, y: number): string {
  return `<g transform="translate(${x} ${y}) scale(1.2)"><path d="M14 1a13 13 0 0 0 0 26z" fill="#f4c531"/><path d="M14 1a13 13 0 0 1 0 26z" fill="#7b55d1"/></g>`;
}

function text(content: string, x: number, y: number, size: number, weight: number, fill: string, anchor: "start" | "end" = "start"): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

/** A text as XML. Control characters, which no XML can hold, are left out. */
function escaped(content: string): string {
  return content.replace(/[\u0000-\u001f\ufffe\uffff]/g, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
