// Asks a guest who plays for an address: some browsers delete what a page keeps after a week without a visit.

import { useState } from "preact/hooks";
import { keepSetting, setting } from "../device/setting.ts";
import { Button, LinkButton } from "../parts/button.tsx";
import { texts } from "../texts/language.ts";
import { session } from "./session.ts";

const DISMISSED = "flipside-keep-account";

const words = texts({
  en: { why: "Only this device knows you. Add an address, and your games are kept whatever happens to it.", add: "Add an address", later: "Later" },
  ru: { why: "Вас знает только это устройство. Добавьте адрес, и игры останутся, что бы с ним ни случилось.", add: "Добавить адрес", later: "Позже" },
  fr: { why: "Seul cet appareil vous connaît. Ajoutez une adresse, et vos parties restent quoi qu'il lui arrive.", add: "Ajouter une adresse", later: "Plus tard" },
});

export function KeepAccount() {
  const say = words();
  const [isDismissed, setDismissed] = useState(setting(DISMISSED, "sessionStorage") !== null);
  if (session.value?.guest !== true || isDismissed) return null;
  const dismiss = () => {
    keepSetting(DISMISSED, "1", "sessionStorage");
    setDismissed(true);
  };
  return (
    <aside class="notice">
      <p>{say.why}</p>
      <LinkButton href="/you/profile">{say.add}</LinkButton>
      <Button look="plain" onClick={dismiss}>{say.later}</Button>
    </aside>
  );
}
