// The game that the table shows: the latest one, but while everything turns over, and until the code of the result is
// there at the end of a match, the one before.

import { useSignal } from "@preact/signals";
import type { Game, LogEntry } from "flipside-client";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { flip } from "./flip.ts";
import type { Table } from "./state.ts";

/** How long the card that turns everything over takes to land, in milliseconds. */
const LANDING = 200;

/** Code that is loaded when a match is over. */
interface Prepared {
  isLoaded: () => boolean;
  prepare: () => Promise<void>;
}

export function useShown(table: Table, root: RefObject<HTMLElement>, result: Prepared): Game | undefined {
  const { game, entries } = table.opened;
  const shown = useSignal<Game | undefined>(game.peek());
  const isHeld = useRef(false);
  const latest = game.value;
  useEffect(() => {
    if (isHeld.current) return; // shown when it has turned, or with the result
    const before = shown.peek();
    const show = () => {
      shown.value = game.peek();
    };
    // A match ends with a move, so this is early enough for most.
    if (before !== undefined && latest !== undefined) void result.prepare();
    if (latest?.status === "finished" && !result.isLoaded()) {
      isHeld.current = true;
      void result.prepare().finally(() => {
        isHeld.current = false;
        show();
      });
      return;
    }
    // A window in the background draws no frames, so that nothing would turn in it.
    const isSeen = root.current !== null && !document.hidden;
    if (!isSeen || before === undefined || latest === undefined || !isFlip(before, latest)) {
      show();
      return;
    }
    isHeld.current = true;
    void turnOver(before)
      .catch(() => {}) // an animation that was taken away has nothing left to show
      .finally(() => {
        isHeld.current = false;
        show();
      });

    async function turnOver(from: Game): Promise<void> {
      const landed = withFlipCard(from, entries.peek());
      if (landed !== undefined) {
        shown.value = landed;
        await new Promise((done) => setTimeout(done, LANDING));
      }
      if (root.current !== null) await flip(root.current, show);
    }
  }, [latest]);
  return shown.value;
}

function isFlip({ view: before }: Game, { view: after }: Game): boolean {
  return before.side !== after.side && before.round === after.round;
}

/** The table at the moment when another player's card that turned everything over was laid; undefined if it is not known. */
export function withFlipCard(game: Game, entries: readonly LogEntry[]): Game | undefined {
  const flipped = entries.findLast(({ seq, event }) => seq > game.version && event.type === "flipped");
  const laid = entries.findLast(({ seq, event }) => seq > game.version && seq < (flipped?.seq ?? 0) && event.type === "card_played");
  if (laid?.event.type !== "card_played" || laid.event.seat === game.your_seat || laid.event.face === null) return undefined;
  return { ...game, legal_commands: [], view: { ...game.view, discard: [laid.event.face, ...game.view.discard] } };
}
