// Sentences of the catalogue, with names in the place of fields. Names of players are pieces of their own, so that a page
// can mark them.

import type { Seat, Sentence } from "flipside-client";
import { seatName } from "../games/names.ts";
import { language } from "../texts/language.ts";
import { cardName, colorName, words } from "./catalogue.ts";

/** The members that a sentence speaks of, as they stand in the event, decision or command. */
export type Facts = Readonly<Record<string, unknown>>;

/** Who sits at the table, and who reads. */
export interface Reader {
  seats: readonly Seat[];
  your_seat: number | null;
}

/** A piece of a sentence. `isName`: it names players. */
export interface Piece {
  text: string;
  isName: boolean;
}

const SEATS = new Set(["seat", "by", "to", "target", "of", "asker", "winner", "winners", "dealer", "source"]);
const CARDS = new Set(["card", "cards", "face", "faces", "discard", "starter"]);

/** The first sentence whose conditions hold. Empty if the catalogue has none, or is not there yet. */
export function sentence(from: readonly Sentence[] | undefined, facts: Facts, reader: Reader): string {
  return pieces(from, facts, reader).map(({ text }) => text).join("");
}

/** The same in pieces. */
export function pieces(from: readonly Sentence[] | undefined, facts: Facts, reader: Reader): Piece[] {
  const found = from?.find(({ when }) => Object.entries(when).every(([name, wanted]) => holds(facts[name], wanted, reader)));
  return (found?.text ?? "")
    .split(/\{(\w+)\}/)
    .map((part, place) => (place % 2 === 0 ? { text: part, isName: false } : { text: valueText(part, facts[part], reader), isName: SEATS.has(part) }))
    .filter(({ text }) => text !== "");
}

/** `a, b and c`. */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(language.value).format(items);
}

function holds(value: unknown, wanted: string, { your_seat }: Reader): boolean {
  const isNone = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  if (wanted === "none") return isNone;
  if (wanted === "some") return !isNone;
  if (wanted === "you") return your_seat !== null && (Array.isArray(value) ? value.includes(your_seat) : value === your_seat);
  if (wanted === "wild") return typeof value === "string" && words.value?.card.get(value)?.kind === "wild";
  if (String(value) === wanted) return true;
  const count = Array.isArray(value) ? value.length : value;
  return typeof count === "number" && new Intl.PluralRules(language.value).select(count) === wanted;
}

/** A field as people read it. Of backs and of anything to be counted, only the number is told. */
function valueText(field: string, value: unknown, reader: Reader): string {
  const values = Array.isArray(value) ? value : [value];
  if (field === "backs" || field === "count") return String(Array.isArray(value) ? value.length : (value ?? ""));
  return list(values.map((one) => nameOf(field, one, reader)));
}

function nameOf(field: string, value: unknown, { seats }: Reader): string {
  if (value === null || value === undefined) return "";
  if (SEATS.has(field)) {
    const found = seats.find(({ seat }) => seat === value);
    return found === undefined ? "" : seatName(found);
  }
  const text = String(value);
  if (CARDS.has(field)) return cardName(text);
  if (field === "color" || field === "choice") return colorName(text);
  const known = { side: words.value?.sides, direction: words.value?.directions, sector: words.value?.sectors }[field];
  return known?.[text] ?? text;
}
