// A screen whose code is loaded when it is opened.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { untilAnswered } from "../session/retry.ts";
import { State } from "./state.tsx";

export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Screen, show] = useState<ComponentType<Props> | undefined>(() => loaded);
    const [isOffline, setOffline] = useState(false);
    useEffect(() => {
      if (Screen !== undefined) return undefined;
      const controller = new AbortController();
      untilAnswered(load, controller.signal, () => setOffline(true)).then(
        (module) => {
          loaded = module.default;
          show(() => module.default);
        },
        () => {}, // another screen is open by now
      );
      return () => controller.abort();
    }, [Screen]);
    if (Screen !== undefined) return <Screen {...props} />;
    return isOffline ? <main><State of={{ value: undefined, refusal: undefined, isOffline }} /></main> : <main aria-busy="true" />;
  };
}
