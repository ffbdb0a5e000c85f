// An event in words, with the names of players marked.

import type { Event } from "flipside-client";
import { eventPieces } from "../catalogue/events.ts";
import type { Reader } from "../catalogue/sentences.ts";

export function Sentence({ event, reader }: { event: Event; reader: Reader }) {
  return (
    <span class="sentence">
      {eventPieces(event, reader).map(({ text, isName }) => (isName ? <b>{text}</b> : text))}
    </span>
  );
}
