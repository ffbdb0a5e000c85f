// An answer of the service that a screen shows: asked for until it comes, and anew for another person or language.

import { type Client, type Refusal, Refused } from "flipside-client";
import { useCallback, useEffect, useState } from "preact/hooks";
import { untilAnswered } from "../session/retry.ts";
import { client, session } from "../session/session.ts";

export interface Answered<Value> {
  /** Undefined until the service has answered. */
  value: Value | undefined;
  refusal: Refusal | undefined;
  /** Whether the service could not be reached. It is asked again by itself. */
  isOffline: boolean;
  /** Show something newer, such as the answer to a change. */
  put: (value: Value) => void;
  /** Ask again. */
  reload: () => void;
}

/** `key`: what the question depends on, beside the person and the language. */
export function useAnswer<Value>(ask: (client: Client, signal: AbortSignal) => Promise<Value>, key = ""): Answered<Value> {
  const [answer, setAnswer] = useState<{ to: string; value: Value } | undefined>();
  const [refusal, setRefusal] = useState<Refusal | undefined>();
  const [isOffline, setOffline] = useState(false);
  const [times, setTimes] = useState(0);
  const asked = client.value;
  const question = `${session.value?.player} ${key}`;
  const put = (value: Value) => setAnswer({ to: question, value });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const note = (error?: unknown) => {
      if (signal.aborted) return;
      setRefusal(error instanceof Refused ? error.refusal : undefined);
      setOffline(error !== undefined && !(error instanceof Refused));
    };
    note();
    untilAnswered(() => ask(asked, signal), signal, note).then((value) => {
      if (signal.aborted) return;
      put(value);
      note();
    }, note);
    return () => controller.abort();
  }, [asked, question, times]);
  const reload = useCallback(() => setTimes((count) => count + 1), []);
  // The answer to another question is not shown while this one waits; the same in another language is.
  const value = answer?.to === question ? answer.value : undefined;
  return { value, refusal, isOffline, put, reload };
}
