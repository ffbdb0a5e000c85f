// An event in words, with the names of players marked.

import type { Event } from "flipside-client";
import { pieces, type Reader } from "./told.ts";

export function Sentence({ event, reader }: { event: Event; reader: Reader }) {
  return (
    <span class="sentence">
      {pieces(event, reader).map(({ text, isName }) => (isName ? <b>{text}</b> : text))}
    </span>
  );
}
