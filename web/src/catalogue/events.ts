// Events in the catalogue's sentences, and which of them people want to read.

import type { Event, LogEntry } from "flipside-client";
import { words } from "./catalogue.ts";
import { type Facts, type Piece, pieces, type Reader, sentence } from "./sentences.ts";

/** Steps between the moves: the table shows what they lead to, and nobody reads them in a log. */
const STEPS: ReadonlySet<string> = new Set([
  "turn_started", "color_asked", "drawn_card_offered", "evidence_sealed", "challenge_opened", "uno_cleared",
  "hands_dealt", "dealer_drawn", "dealer_chosen", "starter_returned",
  "effect_assigned", "give_asked", "penalty_stacked", "help_asked", "doubt_opened", "spin_asked", "wheel_choice_asked",
  "race_opened", "clock_set", "offset_noted", "match_created", "seat_taken", "seat_left", "position_set",
]);

/** Whether people are told of an event. */
export function isTold({ event }: Pick<LogEntry, "event">): boolean {
  return !STEPS.has(event.type) && (words.value?.events[event.type]?.length ?? 0) > 0;
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
