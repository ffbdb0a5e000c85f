// What the menu and the notices of the table say of a loan, before anything else of it is loaded.

import { texts } from "../../../texts/language.ts";

export const loanTitle = texts({
  en: {
    lend: "Lend my seat",
    giveBack: "Give the seat back",
    borrowed: (name: string, when: string) => `You play for ${name} until ${when}. Both of you can move.`,
    lent: (when: string) => `Your seat is lent until ${when}.`,
  },
  ru: {
    lend: "Одолжить моё место",
    giveBack: "Вернуть место",
    borrowed: (name: string, when: string) => `Вы играете за игрока ${name} до: ${when}. Ходить можете вы оба.`,
    lent: (when: string) => `Ваше место одолжено до: ${when}.`,
  },
  fr: {
    lend: "Prêter ma place",
    giveBack: "Rendre la place",
    borrowed: (name: string, when: string) => `Vous jouez pour ${name} jusqu’à ${when}. Vous pouvez jouer tous les deux.`,
    lent: (when: string) => `Votre place est prêtée jusqu’à ${when}.`,
  },
});
