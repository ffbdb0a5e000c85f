// Something that a button does: one at a time, with the refusal in words. `Trouble` shows what went wrong.

import { type Refusal, Refused } from "flipside-client";
import { useState } from "preact/hooks";

export interface Action {
  isBusy: boolean;
  refusal: Refusal | undefined;
  /** Whether the service could not be reached. */
  isOffline: boolean;
  run: (act: () => Promise<unknown>) => void;
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | undefined>();
  const run = (act: () => Promise<unknown>) => {
    setBusy(true);
    setOffline(false);
    setRefusal(undefined);
    act()
      .catch((error: unknown) => {
        if (error instanceof Refused) setRefusal(error.refusal);
        else setOffline(true);
      })
      .finally(() => setBusy(false));
  };
  return { isBusy, refusal, isOffline, run };
}
