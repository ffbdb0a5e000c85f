// Events in the catalogue's words, with the names of players as pieces of their own, so that the page can mark them.

import type { Event, LogEntry, Seat } from "flipside-client";
import { cardName, colorName, words } from "../../catalogue/catalogue.ts";
import { seatName } from "../../games/names.ts";
import { language } from "../../texts/language.ts";

/** Who sits at the table, and who reads. */
export interface Reader {
  seats: readonly Seat[];
  your_seat: number | null;
}

/** A piece of a sentence. `isName`: it names a player. */
export interface Piece {
  text: string;
  isName: boolean;
}

/** Steps between the moves: the table shows what they lead to, and nobody reads them in a log. */
const STEPS: ReadonlySet<string> = new Set([
  "turn_started", "color_asked", "drawn_card_offered", "evidence_sealed", "challenge_opened", "uno_cleared",
  "hands_dealt", "dealer_drawn", "dealer_chosen", "starter_returned",
  "effect_assigned", "give_asked", "penalty_stacked", "help_asked", "doubt_opened", "spin_asked", "wheel_choice_asked", "race_opened", "clock_set", "offset_noted", "match_created",
  "seat_taken", "seat_left", "position_set",
]);
const SEATS = new Set(["seat", "by", "to", "target", "of", "winner", "winners", "asker"]);
const CARDS = new Set(["face", "faces", "card", "cards", "discard"]);

/** Whether people are told of an event. */
export function isTold({ event }: LogEntry): boolean {
  return !STEPS.has(event.type) && (words.value?.events[event.type]?.length ?? 0) > 0;
}

export function told(event: Event, reader: Reader): string {
  return pieces(event, reader).map(({ text }) => text).join("");
}

export function pieces(event: Event, reader: Reader): Piece[] {
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  const sentences = words.value?.events[event.type];
  const sentence = sentences?.find(({ when }) => Object.entries(when).every(([name, is]) => holds(fields[name], is, reader)));
  return (sentence?.text ?? "")
    .split(/\{(\w+)\}/)
    .map((text, place) => ({ text: place % 2 === 0 ? text : said(text, fields[text], reader), isName: place % 2 === 1 && SEATS.has(text) }))
    .filter(({ text }) => text !== "");
}

function holds(value: unknown, is: string, { your_seat }: Reader): boolean {
  const isNone = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  if (is === "some") return !isNone;
  if (is === "none") return isNone;
  if (is === "you") return your_seat !== null && (Array.isArray(value) ? value.includes(your_seat) : value === your_seat);
  if (is === "wild") return words.value?.card.get(String(value))?.kind === "wild";
  if (String(value) === is) return true;
  const count = Array.isArray(value) ? value.length : value;
  return typeof count === "number" && new Intl.PluralRules(language.value).select(count) === is;
}

function said(field: string, value: unknown, { seats }: Reader): string {
  if (field === "backs" && Array.isArray(value)) return String(value.length);
  return list((Array.isArray(value) ? value : [value]).map(one));

  function one(each: unknown): string {
    if (each === null || each === undefined) return "";
    const text = String(each);
    if (SEATS.has(field)) {
      const found = seats.find(({ seat }) => seat === each);
      return found === undefined ? "" : seatName(found);
    }
    if (CARDS.has(field)) return cardName(text);
    if (field === "color") return colorName(text);
    const known = { side: words.value?.sides, direction: words.value?.directions, sector: words.value?.sectors }[field];
    return known?.[text] ?? text;
  }
}

/** `a, b and c`. */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(language.value).format(items);
}
