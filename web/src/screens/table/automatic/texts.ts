// Texts of the sheet of automatic moves.

import { texts } from "../../../texts/language.ts";

export const automaticTexts = texts({
  en: {
    note: "Made for you: there was no choice, or your orders said so. Until the match is over nobody else can tell them from your own.",
    noteOver: "Made by the service, at all seats.",
    causes: {
      forced: "No choice", plan: "A planned play", challenge: "The order against wild draw cards", drawn_card: "The order for drawn cards",
    },
    none: "Nothing lately.",
    close: "Close",
  },
  ru: {
    note: "Сделаны за вас: выбора не было, или так велели ваши распоряжения. До конца партии другие не отличат их от ваших.",
    noteOver: "Сделаны сервисом на всех местах.",
    causes: {
      forced: "Выбора не было", plan: "По плану", challenge: "Распоряжение о диких картах с добором", drawn_card: "Распоряжение о взятых картах",
    },
    none: "В последнее время ничего.",
    close: "Закрыть",
  },
  fr: {
    note: "Joués pour vous : il n’y avait pas de choix, ou vos consignes le voulaient. Jusqu’à la fin de la partie, personne ne les distingue des vôtres.",
    noteOver: "Joués par le service, à toutes les places.",
    causes: {
      forced: "Aucun choix", plan: "Un coup prévu", challenge: "La consigne contre les jokers qui font piocher", drawn_card: "La consigne pour les cartes piochées",
    },
    none: "Rien dernièrement.",
    close: "Fermer",
  },
});
