// An offer to install the client as an app. Screens show it after the first move: an installed app keeps who is signed in.

import { texts } from "../texts/language.ts";
import { install, installPrompt } from "../worker/installation.ts";
import { Button } from "./button.tsx";

const words = texts({
  en: { why: "Install Flipside: it opens like an app, also offline, and can tell you when it is your turn.", install: "Install" },
  ru: { why: "Установите Flipside: он открывается как приложение, даже без сети, и сообщает о вашем ходе.", install: "Установить" },
  fr: { why: "Installez Flipside : il s'ouvre comme une application, même hors ligne, et vous prévient quand c'est à vous.", install: "Installer" },
});

export function InstallNotice() {
  const say = words();
  if (installPrompt.value === undefined) return null;
  return (
    <aside class="notice">
      <p>{say.why}</p>
      <Button onClick={install}>{say.install}</Button>
    </aside>
  );
}
