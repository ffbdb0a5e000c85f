// Sentences of the catalogue: the first whose conditions hold, with names in the place of fields.

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

const SEATS = new Set(["seat", "by", "to", "target", "winner", "source", "dealer"]);
const CARDS = new Set(["card", "face", "discard", "cards", "faces", "starter"]);

/** Empty if there is no sentence for it: the catalogue is not there yet, or is older than the event. */
export function sentence(from: readonly Sentence[] | undefined, facts: Facts, reader: Reader): string {
  const found = from?.find(({ when }) => Object.entries(when).every(([name, wanted]) => holds(facts[name], wanted, reader)));
  return (found?.text ?? "").replace(/\{(\w+)\}/g, (_, name: string) => said(name, facts[name], reader));
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

function said(name: string, value: unknown, { seats }: Reader): string {
  const list = Array.isArray(value) ? value : [value];
  if (name === "backs" || name === "count") return String(Array.isArray(value) ? value.length : value);
  return new Intl.ListFormat(language.value).format(list.map(one));

  function one(each: unknown): string {
    if (SEATS.has(name)) {
      const found = seats.find(({ seat }) => seat === each);
      return found === undefined ? "" : seatName(found);
    }
    const text = String(each ?? "");
    if (CARDS.has(name)) return cardName(text);
    const all = words.value;
    if (name === "color" || name === "choice") return colorName(text);
    return { side: all?.sides, direction: all?.directions, sector: all?.sectors }[name]?.[text] ?? text;
  }
}
