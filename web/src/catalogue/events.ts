// Events in the catalogue's sentences, and which of them people want to read.

import type { Event, LogEntry } from "flipside-client";
import { words } from "./catalogue.ts";
import { type Facts, type Piece, pieces, type Reader, sentence } from "./sentences.ts";

/** Whether people are told of an event. */
export function isTold({ event }: Pick<LogEntry, "event">): boolean {
  return words.value?.told.some((type) => type === event.type) === true;
}

/** An event as a sentence. */
export function eventText(event: Event, reader: Reader): string {
  return sentence(words.value?.events[event.type], factsOf(event), reader);
}

/** An event as a sentence in pieces. */
export function eventPieces(event: Event, reader: Reader): Piece[] {
  return pieces(words.value?.events[event.type], factsOf(event), reader);
}

function factsOf(event: Event): Facts {
  return event as unknown as Facts;
}
