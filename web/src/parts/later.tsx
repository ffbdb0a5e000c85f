// A screen, or a part of one, whose code is loaded when it is shown.

import type { ComponentType } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { untilAnswered } from "../session/retry.ts";
import { texts } from "../texts/language.ts";
import { Button } from "./button.tsx";

const words = texts({
  en: { failed: "This screen cannot be loaded: you are offline, or there is a newer version of Flipside.", again: "Load again" },
  ru: { failed: "Экран не загрузился: нет сети или появилась новая версия Flipside.", again: "Загрузить снова" },
  fr: { failed: "Cet écran ne se charge pas : vous êtes hors ligne, ou il y a une nouvelle version de Flipside.", again: "Recharger" },
});

/** `isPart`: it stands within a screen, which shows nothing in its place meanwhile. */
export function later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, isPart = false) {
  let loaded: ComponentType<Props> | undefined;
  function Later(props: Props) {
    const [Screen, show] = useState<ComponentType<Props> | undefined>(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useLayoutEffect(() => {
      if (Screen !== undefined) return undefined;
      const controller = new AbortController();
      untilAnswered(load, controller.signal, () => setFailed(true)).then(
        (module) => {
          loaded = module.default;
          show(() => module.default);
        },
        () => {}, // another screen is open by now
      );
      return () => controller.abort();
    }, [Screen]);
    if (Screen !== undefined) return <Screen {...props} />;
    if (isPart) return hasFailed ? <Failed /> : null;
    return <main aria-busy={!hasFailed}>{hasFailed && <Failed />}</main>;
  }
  Later.isLoaded = () => loaded !== undefined;
  /** Load the code before it is shown. A failure is left to whoever shows it. */
  Later.prepare = async () => {
    try {
      loaded ??= (await load()).default;
    } catch {}
  };
  return Later;
}

/** Asking again may do; if not, a newer version has other files, and the whole page is to be loaded. */
function Failed() {
  const say = words();
  return (
    <div class="column">
      <p role="alert">{say.failed}</p>
      <Button look="filled" onClick={() => location.reload()}>{say.again}</Button>
    </div>
  );
}
