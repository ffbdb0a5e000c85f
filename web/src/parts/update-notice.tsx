// A newer version of the client is there. It comes when the person takes it, never in the middle of a move.

import { texts } from "../texts/language.ts";
import { newerBuild, takeNewerBuild } from "../worker/registration.ts";
import { Button } from "./button.tsx";

const words = texts({
  en: { there: "A newer version of Flipside is ready.", take: "Load it" },
  ru: { there: "Готова новая версия Flipside.", take: "Загрузить" },
  fr: { there: "Une nouvelle version de Flipside est prête.", take: "La charger" },
});

export function UpdateNotice() {
  const say = words();
  if (newerBuild.value === undefined) return null;
  return (
    <aside class="notice" role="status">
      <p>{say.there}</p>
      <Button onClick={takeNewerBuild}>{say.take}</Button>
    </aside>
  );
}
