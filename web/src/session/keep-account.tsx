// Asks a guest for an address: some browsers delete what a page keeps after a week without a visit. An installed app is
// spared, but on an iPhone or iPad it begins with a storage of its own, so there the address comes first.

import { Button, LinkButton } from "../parts/button.tsx";
import { texts } from "../texts/language.ts";
import { install, installPrompt } from "../worker/installation.ts";

const words = texts({
  en: {
    why: "Only this device knows you. Add an address, and your games stay yours whatever happens to it.",
    add: "Add an address",
    install: "Install",
    later: "Later",
  },
  ru: {
    why: "Вас знает только это устройство. Добавьте адрес, и ваши партии не пропадут, что бы с ним ни случилось.",
    add: "Добавить адрес",
    install: "Установить",
    later: "Позже",
  },
  fr: {
    why: "Seul cet appareil vous connaît. Ajoutez une adresse, et vos parties restent à vous quoi qu’il lui arrive.",
    add: "Ajouter une adresse",
    install: "Installer",
    later: "Plus tard",
  },
});

export function KeepAccount({ onLater }: { onLater: () => void }) {
  const say = words();
  return (
    <aside class="notice">
      <p>{say.why}</p>
      <LinkButton href="/you/profile">{say.add}</LinkButton>
      {installPrompt.value !== undefined && <Button onClick={() => void install()}>{say.install}</Button>}
      <Button look="plain" onClick={onLater}>{say.later}</Button>
    </aside>
  );
}
