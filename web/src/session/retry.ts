// Asks the service until it answers.

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
    await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures), signal);
    signal.throwIfAborted();
  }
}

/** Nobody answers, or not for now. */
function mayPass(error: unknown): boolean {
  return !(error instanceof Refused) || error.status >= 500 || error.status === 429;
}

/** Ends early when the device is online again, or the signal is aborted. Not all clients come back at the same moment. */
function pause(most: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, most * (0.5 + Math.random() / 2));
    addEventListener("online", end);
    signal.addEventListener("abort", end);
    function end(): void {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      done();
    }
  });
}
