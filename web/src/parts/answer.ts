// An answer of the service that a screen shows: asked anew for another person or language. Used by inbox, profiles, settings.

import { type Client, type Refusal, Refused } from "flipside-client";
import { useCallback, useEffect, useState } from "preact/hooks";
import { client } from "../session/session.ts";

export interface Answered<Value> {
  /** Undefined until the service has answered. */
  value: Value | undefined;
  refusal: Refusal | undefined;
  isOffline: boolean;
  /** Show something newer, such as the answer to a change. */
  put: (value: Value) => void;
  /** Ask again. */
  reload: () => void;
}

/** `key`: what the question depends on beside the person and the language. */
export function useAnswer<Value>(ask: (client: Client) => Promise<Value>, key = ""): Answered<Value> {
  const [value, put] = useState<Value | undefined>();
  const [refusal, setRefusal] = useState<Refusal | undefined>();
  const [isOffline, setOffline] = useState(false);
  const [times, setTimes] = useState(0);
  const asked = client.value;
  useEffect(() => {
    let isOver = false;
    ask(asked).then(
      (answer) => {
        if (isOver) return;
        put(() => answer);
        setRefusal(undefined);
        setOffline(false);
      },
      (error: unknown) => {
        if (isOver) return;
        if (error instanceof Refused) setRefusal(error.refusal);
        else setOffline(true);
      },
    );
    return () => {
      isOver = true;
    };
  }, [asked, key, times]);
  const reload = useCallback(() => setTimes((count) => count + 1), []);
  return { value, refusal, isOffline, put: (one) => put(() => one), reload };
}
