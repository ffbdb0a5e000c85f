// Waiting.

/** Resolve after some time. Rejects with the reason of `signal` when that is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

export interface BackOff {
  /** Milliseconds after the first failure; twice as long after each further one. */
  first: number;
  most: number;
}

export const BACK_OFF: BackOff = { first: 2_000, most: 60_000 };

/** How long to wait after so many failures in a row; not the same for all clients, after a restart of the service. */
export function pause(failures: number, { first, most }: BackOff): number {
  return Math.min(most, first * 2 ** failures) * (0.5 + Math.random() / 2);
}
