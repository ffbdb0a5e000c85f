// The keys of the replay: arrows step, space plays, Home and End go to the ends.

import { useEffect } from "preact/hooks";
import type { Playback } from "./playback.ts";

export function useKeys(playback: Playback): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event)) return;
      const { place, last } = playback;
      const keys: Record<string, () => void> = {
        ArrowLeft: () => playback.step(-1),
        ArrowRight: () => playback.step(1),
        Home: () => playback.step(-place.value),
        End: () => playback.step(last.value - place.value),
        " ": () => playback.toggle(),
      };
      const act = keys[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [playback]);
}

/** Whether the key belongs to what has the focus: a sheet, a field, or a button that the space presses. */
function isElsewhere({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog") !== null) return true;
  return key === " " ? target.closest("button, a, select") !== null : target.matches("select, textarea, input:not([type=range])");
}
