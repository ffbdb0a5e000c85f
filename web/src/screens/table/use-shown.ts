// The game that the table shows: the latest one, but while everything turns over, the one before.

import { useSignal } from "@preact/signals";
import type { Game } from "flipside-client";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { flip } from "./flip.ts";
import type { Table } from "./state.ts";

export function useShown(table: Table, root: RefObject<HTMLElement>): Game | undefined {
  const { game } = table.opened;
  const shown = useSignal<Game | undefined>(game.peek());
  const isTurning = useRef(false);
  const latest = game.value;
  useEffect(() => {
    if (isTurning.current) return; // shown when it has turned
    const before = shown.peek();
    const show = () => {
      shown.value = game.peek();
    };
    if (root.current === null || before === undefined || latest === undefined || !isFlip(before, latest)) {
      show();
      return;
    }
    isTurning.current = true;
    void flip(root.current, show)
      .catch(() => {}) // an animation that was taken away has nothing left to show
      .finally(() => {
        isTurning.current = false;
        show();
      });
  }, [latest]);
  return shown.value;
}

function isFlip({ view: before }: Game, { view: after }: Game): boolean {
  return before.side !== after.side && before.round === after.round;
}
