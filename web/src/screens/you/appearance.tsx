// Language and colors of the page on this device. The language is also that of the person's messages.

import { Choices } from "../../parts/choices.tsx";
import { client, session } from "../../session/session.ts";
import { chooseLanguage, LANGUAGES, language, type Language } from "../../texts/language.ts";
import { chooseTheme, themeChoice, type ThemeChoice } from "../../styles/theme.ts";
import { youTexts } from "./texts.ts";

const NAMES: Record<Language, string> = { en: "English", ru: "Русский", fr: "Français" };

export function Appearance() {
  const say = youTexts();
  const choose = (to: Language) => {
    chooseLanguage(to);
    if (session.value === null) return;
    client.value.patch("/v1/me/preferences", { body: { language: to } }).catch(() => {}); // it holds for this page anyway
  };
  const themes: [ThemeChoice, string][] = [["system", say.asSystem], ["light", say.light], ["dark", say.dark]];
  return (
    <>
      <Choices
        legend={say.language}
        choices={LANGUAGES.map((value) => ({ value, title: NAMES[value] }))}
        chosen={language.value}
        onChoose={choose}
      />
      <Choices
        legend={say.colors}
        choices={themes.map(([value, title]) => ({ value, title }))}
        chosen={themeChoice.value}
        onChoose={chooseTheme}
      />
    </>
  );
}
