// A screen whose code is loaded when it is opened.

import type { ComponentType } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Screen, show] = useState<ComponentType<Props> | undefined>(() => loaded);
    useLayoutEffect(() => {
      if (Screen !== undefined) return;
      void load().then((module) => {
        loaded = module.default;
        show(() => module.default);
      });
    }, [Screen]);
    return Screen === undefined ? <main aria-busy="true" /> : <Screen {...props} />;
  };
}
