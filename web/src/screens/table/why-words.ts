// Words for the codes that have no paragraph, or whose paragraph is about something wider.

import { texts } from "../../texts/language.ts";

const words = texts<Record<string, string>>({
  en: {
    not_your_turn: "It is not your turn.",
    wrong_phase: "Something else is to be decided first.",
    only_drawn_card: "After drawing you may lay only the card that you drew.",
    round_over: "The round is over.",
    game_finished: "The match is over.",
    not_seated: "You have no seat here.",
    game_quarantined: "The record of this game is being checked.",
  },
  ru: {
    not_your_turn: "Сейчас не ваш ход.",
    wrong_phase: "Сначала нужно решить другое.",
    only_drawn_card: "После взятия можно выложить только взятую карту.",
    round_over: "Раунд окончен.",
    game_finished: "Матч окончен.",
    not_seated: "У вас нет места за этим столом.",
    game_quarantined: "Запись этой игры проверяется.",
  },
  fr: {
    not_your_turn: "Ce n’est pas à vous.",
    wrong_phase: "Il faut d’abord décider autre chose.",
    only_drawn_card: "Après avoir pioché, vous ne pouvez poser que la carte piochée.",
    round_over: "La manche est finie.",
    game_finished: "La partie est finie.",
    not_seated: "Vous n’avez pas de place ici.",
    game_quarantined: "L’enregistrement de cette partie est en cours de vérification.",
  },
});

export function whyWords(code: string | undefined): string | undefined {
  return code === undefined ? undefined : words()[code];
}
