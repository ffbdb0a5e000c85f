// The language of the page. The service's own words come in the same language, from the catalogue.

import { effect, signal } from "@preact/signals";
import { keepSetting, setting } from "../device/setting.ts";

export const LANGUAGES = ["en", "ru", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT = "flipside-language";

/** The language that the person chose, or else the first that their browser asks for. */
export const language = signal<Language>(chosen() ?? asked());

export function startLanguage(): void {
  effect(() => {
    document.documentElement.lang = language.value;
  });
}

export function chooseLanguage(to: Language): void {
  keepSetting(KEPT, to);
  language.value = to;
}

/** Texts in every language. The result is called where a text is shown, so that a change of language shows at once. */
export function texts<Texts>(all: Record<Language, Texts>): () => Texts {
  return () => all[language.value];
}

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The form of a word for a number, which takes the place of `#`: `plural(3, { one: "# card", other: "# cards" })`. */
export function plural(count: number, forms: Forms): string {
  const rule = new Intl.PluralRules(language.value).select(count);
  return (forms[rule] ?? forms.other).replace("#", new Intl.NumberFormat(language.value).format(count));
}

function chosen(): Language | undefined {
  return LANGUAGES.find((one) => one === setting(KEPT));
}

function asked(): Language {
  const wanted = navigator.languages.map((one) => one.slice(0, 2));
  return LANGUAGES.find((one) => one === wanted.find((each) => LANGUAGES.some((known) => known === each))) ?? "en";
}
