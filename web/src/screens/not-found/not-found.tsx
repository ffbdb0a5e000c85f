// An address where there is nothing.

import { LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { texts } from "../../texts/language.ts";

const words = texts({
  en: { title: "There is nothing here", home: "To your games" },
  ru: { title: "Здесь ничего нет", home: "К вашим играм" },
  fr: { title: "Il n'y a rien ici", home: "Vers vos parties" },
});

export default function NotFound() {
  const say = words();
  return (
    <Page title={say.title}>
      <h1>{say.title}</h1>
      <p><LinkButton href="/" look="filled">{say.home}</LinkButton></p>
    </Page>
  );
}
