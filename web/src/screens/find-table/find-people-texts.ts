// Texts of the form that looks for people.

import { plural, texts } from "../../texts/language.ts";

export const words = texts({
  en: {
    title: "Find people for",
    seats: "People",
    people: (least: number, most: number) => (least === most ? `${least}` : `${least} to ${most}`),
    reliability: "Reliability of the others",
    anyReliability: "Any",
    inTime: (share: number) => `From ${share}% of turns in time`,
    openRules: "Other house rules are welcome, at this speed",
    bots: "Bots may fill up after a while",
    hint: "Others who look for the same join you. Everybody confirms before the deal, and the match starts by itself.",
    find: "Find people",
    waiting: (people: number) => plural(people, { one: "# person looks for it now.", other: "# people look for it now." }),
  },
  ru: {
    title: "Найти людей для партии",
    seats: "Сколько человек",
    people: (least: number, most: number) => (least === most ? `${least}` : `от ${least} до ${most}`),
    reliability: "Надёжность остальных",
    anyReliability: "Любая",
    inTime: (share: number) => `Вовремя не меньше ${share} % ходов`,
    openRules: "Подойдут и другие домашние правила в том же темпе",
    bots: "Спустя время места могут занять боты",
    hint: "К вам присоединятся те, кто ищет такую же партию. Перед раздачей все подтверждают участие, и партия начинается сама.",
    find: "Найти людей",
    waiting: (people: number) =>
      plural(people, { one: "Сейчас её ищет # человек.", few: "Сейчас её ищут # человека.", other: "Сейчас её ищут # человек." }),
  },
  fr: {
    title: "Trouver des joueurs pour",
    seats: "Joueurs",
    people: (least: number, most: number) => (least === most ? `${least}` : `de ${least} à ${most}`),
    reliability: "Fiabilité des autres",
    anyReliability: "Toutes",
    inTime: (share: number) => `Au moins ${share} % des tours à temps`,
    openRules: "D’autres règles maison conviennent, à ce rythme",
    bots: "Des robots peuvent compléter au bout d’un moment",
    hint: "Ceux qui cherchent la même partie vous rejoignent. Tous confirment avant la donne, et la partie commence d’elle-même.",
    find: "Trouver des joueurs",
    waiting: (people: number) => plural(people, { one: "# personne la cherche.", other: "# personnes la cherchent." }),
  },
});
