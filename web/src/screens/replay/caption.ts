// What happens at a moment, and why, in the service's words.

import type { Event, LogEntry, Seat } from "flipside-client";
import { cardName, colorName, words as catalogue } from "../../catalogue/catalogue.ts";
import { eventText, isTold } from "../../catalogue/events.ts";
import type { Moment } from "./moments.ts";
import { words } from "./texts.ts";

/** The main sentence of a moment, and what stands below it. */
export function caption({ entries, top, color }: Moment, seats: readonly Seat[], you: number | null): { title: string; why: string } {
  const told = entries.filter(isTold);
  const [first, ...others] = told.length > 0 ? told : entries;
  if (first === undefined) return { title: "", why: "" };
  const reader = { seats, your_seat: you };
  const title = eventText(first.event, reader).replace(/\.$/, "");
  const parts = [
    first.event.type === "card_played" && top !== null ? ground(top, color) : reason(first.event),
    first.event.type === "cards_drawn" && first.event.seat !== you ? drawn(first.event.faces) : "",
    ...others.slice(0, 3).map((entry) => line(entry, seats, you)),
  ];
  return { title, why: parts.filter((one) => one !== "").join(" ") };
}

/** An event as a sentence, with its reason. */
function line({ event }: LogEntry, seats: readonly Seat[], you: number | null): string {
  const said = eventText(event, { seats, your_seat: you });
  const why = event.type === "cards_drawn" && event.reason !== "turn" ? (catalogue.value?.draw_reasons[event.reason] ?? "") : "";
  return why === "" ? said : `${said.replace(/\.$/, "")} (${why}).`;
}

/** What a card was laid on: a card, and its color if the card does not show it. */
function ground(top: string, color: string | null): string {
  const isWild = catalogue.value?.card.get(top)?.kind === "wild";
  return isWild && color !== null ? words().onColor(cardName(top), colorName(color)) : words().on(cardName(top));
}

/** The cards that were drawn: the sentence of the log gives only their number. */
function drawn(faces: readonly string[] | null | undefined): string {
  return faces == null || faces.length === 0 ? "" : `${faces.map(cardName).join(", ")}.`;
}

function reason(event: Event): string {
  const all = catalogue.value;
  if (event.type === "cards_drawn" && event.reason !== "turn") return sentenceCase(all?.draw_reasons[event.reason] ?? "");
  if (event.type === "color_asked") return all?.color_reasons[event.reason] ?? "";
  if (event.type === "match_ended") return all?.match_causes[event.cause] ?? "";
  return "";
}

function sentenceCase(text: string): string {
  return text === "" ? "" : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
