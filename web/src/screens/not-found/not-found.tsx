// An address where there is nothing.

import { LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { session } from "../../session/session.ts";
import { texts } from "../../texts/language.ts";

const words = texts({
  en: { title: "There is nothing here", why: "Perhaps the address is not complete, or what was here is gone.", home: "To your games", start: "To the start" },
  ru: { title: "Здесь ничего нет", why: "Возможно, адрес неполный или то, что здесь было, удалено.", home: "К вашим играм", start: "На главную" },
  fr: { title: "Il n’y a rien ici", why: "L’adresse est peut-être incomplète, ou ce qui était ici a disparu.", home: "Vers vos parties", start: "Vers l’accueil" },
});

export default function NotFound() {
  const say = words();
  return (
    <Page title={say.title}>
      <div class="column">
        <h1>{say.title}</h1>
        <p>{say.why}</p>
        <LinkButton href="/" look="filled">{session.value === null ? say.start : say.home}</LinkButton>
      </div>
    </Page>
  );
}
