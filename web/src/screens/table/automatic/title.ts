// The name of automatic moves, which the menu shows before anything else of them is loaded.

import { texts } from "../../../texts/language.ts";

export const automaticTitle = texts({
  en: { automatic: "Automatic moves" },
  ru: { automatic: "Автоматические ходы" },
  fr: { automatic: "Coups automatiques" },
});
