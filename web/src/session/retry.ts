// Asks the service until it answers, with one back-off for the whole page.

import { Refused } from "flipside-client";

/** Milliseconds between attempts: at first, and at most. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [2_000, 60_000];

/**
 * Ask again after longer and longer pauses, and at once when the device is online again. `onFailure` is told of each
 * failure that is followed by another attempt. Throws what another attempt does not change, and whatever fails once the
 * signal is aborted.
 */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void = () => {},
): Promise<Answer> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      onFailure(error);
    }
    await pauseAfter(failures, signal);
    signal.throwIfAborted();
  }
}

/** Whether nobody answers, or not for now. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof Refused) || error.status >= 500 || error.status === 429;
}

/**
 * Wait the longer, the more failures there were before. It ends early when the device is online again, when the person
 * looks at the page again, and when the signal is aborted. Not all clients come back at the same moment.
 */
export function pauseAfter(failures: number, signal: AbortSignal): Promise<void> {
  const most = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures);
  return new Promise((done) => {
    const timer = setTimeout(end, most * (0.5 + Math.random() / 2));
    addEventListener("online", end);
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", end);
    function look(): void {
      if (!document.hidden) end();
    }
    function end(): void {
      clearTimeout(timer);
      removeEventListener("online", end);
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", end);
      done();
    }
  });
}
