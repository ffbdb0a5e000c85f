// An offer to install the client as an app: by the browser's own dialog, or in words where the browser has none.

import { texts } from "../texts/language.ts";
import { install, installPrompt } from "../worker/installation.ts";
import { Button } from "./button.tsx";

const words = texts({
  en: {
    why: "Install Flipside: it opens like an app, also offline, and can tell you when it is your turn.",
    how: "Tap Share, then “Add to Home Screen”. In the app, sign in once more.",
    install: "Install",
    later: "Not now",
  },
  ru: {
    why: "Установите Flipside: он открывается как приложение, даже без сети, и может сообщать о вашем ходе.",
    how: "Нажмите «Поделиться», затем «На экран „Домой“». В приложении войдите ещё раз.",
    install: "Установить",
    later: "Не сейчас",
  },
  fr: {
    why: "Installez Flipside : il s’ouvre comme une application, même hors ligne, et peut vous prévenir quand c’est à vous.",
    how: "Touchez Partager, puis « Sur l’écran d’accueil ». Dans l’application, connectez-vous encore une fois.",
    install: "Installer",
    later: "Pas maintenant",
  },
});

export function InstallNotice({ onLater }: { onLater: () => void }) {
  const say = words();
  const hasDialog = installPrompt.value !== undefined;
  return (
    <aside class="notice">
      <p>{say.why}{!hasDialog && ` ${say.how}`}</p>
      {hasDialog && <Button onClick={() => void install()}>{say.install}</Button>}
      <Button look="plain" onClick={onLater}>{say.later}</Button>
    </aside>
  );
}
