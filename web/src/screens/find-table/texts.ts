// Texts of the list of open tables.

import { plural, texts } from "../../texts/language.ts";

export const words = texts({
  en: {
    title: "Find a table",
    now: "Play now",
    nowHint: "You sit down at the fullest table that fits. If there is none, bots play with you at once.",
    game: "Game",
    any: "Any",
    pace: "Pace",
    speeds: { live: "Live", day: "Up to a day a turn", days: "Several days a turn", none: "No limit" },
    found: (count: number) =>
      count === 0 ? "No open table" : plural(count, { one: "One open table", other: "# open tables" }),
    nothing: "No open table fits. Open one yourself, and others find it here.",
    open: "Open a table",
    sit: "Sit down",
    minReliability: (share: number) => `From ${share}% of turns in time`,
    sitAt: (table: string) => `Sit down: ${table}`,
    seats: (taken: number, all: number) => `${taken} of ${all} seats taken`,
    house: (count: number) => plural(count, { one: "# changed rule", other: "# changed rules" }),
    rules: "Rules",
    more: "Show more",
    again: "Look again",
  },
  ru: {
    title: "Найти стол",
    now: "Играть сейчас",
    nowHint: "Вы сядете за подходящий стол, где меньше всего свободных мест. Если такого нет, с вами сразу сыграют боты.",
    game: "Игра",
    any: "Любая",
    pace: "Темп",
    speeds: { live: "Вживую", day: "До дня на ход", days: "Несколько дней на ход", none: "Без срока" },
    found: (count: number) =>
      count === 0
        ? "Открытых столов нет"
        : plural(count, { one: "# открытый стол", few: "# открытых стола", other: "# открытых столов" }),
    nothing: "Подходящего стола нет. Откройте свой, и другие найдут его здесь.",
    open: "Открыть стол",
    sit: "Сесть",
    minReliability: (share: number) => `Вовремя не меньше ${share} % ходов`,
    sitAt: (table: string) => `Сесть: ${table}`,
    seats: (taken: number, all: number) => `Занято мест: ${taken} из ${all}`,
    house: (count: number) =>
      plural(count, { one: "изменено # правило", few: "изменены # правила", other: "изменено # правил" }),
    rules: "Правила",
    more: "Показать ещё",
    again: "Обновить",
  },
  fr: {
    title: "Trouver une table",
    now: "Jouer maintenant",
    nowHint: "Vous vous asseyez à la table la plus remplie qui convient. Sinon, des robots jouent aussitôt avec vous.",
    game: "Jeu",
    any: "Tous",
    pace: "Rythme",
    speeds: { live: "En direct", day: "Jusqu’à un jour par tour", days: "Plusieurs jours par tour", none: "Sans limite" },
    found: (count: number) =>
      count === 0 ? "Aucune table ouverte" : plural(count, { one: "# table ouverte", other: "# tables ouvertes" }),
    nothing: "Aucune table ouverte ne convient. Ouvrez-en une, les autres la trouveront ici.",
    open: "Ouvrir une table",
    sit: "S’asseoir",
    minReliability: (share: number) => `Au moins ${share} % des tours à temps`,
    sitAt: (table: string) => `S’asseoir : ${table}`,
    seats: (taken: number, all: number) => `Places occupées : ${taken} sur ${all}`,
    house: (count: number) => plural(count, { one: "# règle modifiée", other: "# règles modifiées" }),
    rules: "Règles",
    more: "En voir plus",
    again: "Actualiser",
  },
});
