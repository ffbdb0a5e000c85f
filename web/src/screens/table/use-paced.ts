// A number that changes in steps: what comes soon after a step waits, and comes with the next one.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** `pause`: the least time between two steps, in milliseconds. */
export function usePaced(latest: number, pause: number): number {
  const shown = useSignal(latest);
  const changed = useRef(-Infinity);
  useEffect(() => {
    if (shown.peek() === latest) return undefined;
    const timer = setTimeout(() => {
      shown.value = latest;
      changed.current = performance.now();
    }, Math.max(0, changed.current + pause - performance.now()));
    return () => clearTimeout(timer);
  }, [latest]);
  return shown.value;
}
