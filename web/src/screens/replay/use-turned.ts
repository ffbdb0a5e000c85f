// The place that the table shows: where the replay stands, but while everything turns over, the place before.

import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { flip, type Parts } from "../table/flip.ts";
import type { Playback } from "./playback.ts";

const PARTS: Parts = {
  seats: ".hands > li",
  cards: ".cards > li",
  blocks: ".replay-stack, .replay-discard dd, .side-name .icon",
  grounds: ".stage",
  discard: ".replay-discard",
};

export function useTurned(playback: Playback, root: RefObject<HTMLElement>): number {
  const shown = useSignal(playback.shown.peek());
  const latest = playback.shown.value;
  useEffect(() => {
    const show = () => {
      shown.value = playback.shown.peek();
    };
    if (playback.isTurning.peek()) {
      for (const one of root.current?.getAnimations({ subtree: true }) ?? []) one.finish();
    } else if (root.current !== null && playback.isStep && isFlip(playback, shown.peek(), latest)) {
      playback.isTurning.value = true;
      void flip(root.current, show, PARTS)
        .catch(() => {}) // an animation that was taken away has nothing left to show
        .finally(() => {
          playback.isTurning.value = false;
          show();
        });
    } else show();
  }, [latest]);
  return shown.value;
}

function isFlip({ recording }: Playback, from: number, to: number): boolean {
  const [before, after] = [recording.moments.peek()[from], recording.moments.peek()[to]];
  return before !== undefined && after !== undefined && before.side !== after.side && before.round === after.round;
}
