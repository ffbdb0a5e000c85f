// Texts of the search for people, on its screen and in the list of games.

import { plural, texts } from "../../texts/language.ts";

export const words = texts({
  en: {
    title: "Find people for",
    bots: "Bots may fill up after a while",
    hint: "Others who look for the same join you: two to four people. Everybody confirms before the deal, and the match starts by itself.",
    find: "Find people",
    waiting: (people: number) => plural(people, { one: "# person looks for it now.", other: "# people look for it now." }),
    yours: "Looking for people",
    waits: (people: number) => (people < 2 ? "Waiting for the first to join you" : plural(people, { other: "# people wait, you included" })),
    until: (time: string) => `For ${time} at most`,
    ready: "Your match is ready",
    confirmed: (there: number, all: number) => `You have confirmed: ${there} of ${all} are there`,
    confirmWithin: (time: string) => `Confirm within ${time}`,
    confirm: "I am there",
    cancel: "Stop looking",
  },
  ru: {
    title: "Найти людей для партии",
    bots: "Спустя время места могут занять боты",
    hint: "К вам присоединятся те, кто ищет такую же партию: от двух до четырёх человек. Перед раздачей все подтверждают участие, и партия начинается сама.",
    find: "Найти людей",
    waiting: (people: number) =>
      plural(people, { one: "Сейчас её ищет # человек.", few: "Сейчас её ищут # человека.", other: "Сейчас её ищут # человек." }),
    yours: "Поиск людей",
    waits: (people: number) =>
      people < 2 ? "Ждём первого игрока" : plural(people, { one: "Ждёт # человек, считая вас", few: "Ждут # человека, считая вас", other: "Ждут # человек, считая вас" }),
    until: (time: string) => `Ещё не дольше ${time}`,
    ready: "Ваша партия собрана",
    confirmed: (there: number, all: number) => `Вы подтвердили участие: на месте ${there} из ${all}`,
    confirmWithin: (time: string) => `На подтверждение: ${time}`,
    confirm: "Подтвердить участие",
    cancel: "Не искать",
  },
  fr: {
    title: "Trouver des joueurs pour",
    bots: "Des robots peuvent compléter au bout d’un moment",
    hint: "Ceux qui cherchent la même partie vous rejoignent : de deux à quatre personnes. Tous confirment avant la donne, et la partie commence d’elle-même.",
    find: "Trouver des joueurs",
    waiting: (people: number) => plural(people, { one: "# personne la cherche.", other: "# personnes la cherchent." }),
    yours: "Recherche de joueurs",
    waits: (people: number) => (people < 2 ? "En attente d’un premier joueur" : plural(people, { other: "# personnes attendent, vous compris" })),
    until: (time: string) => `Encore ${time} au plus`,
    ready: "Votre partie est prête",
    confirmed: (there: number, all: number) => `Vous avez confirmé : ${there} présents sur ${all}`,
    confirmWithin: (time: string) => `À confirmer d’ici ${time}`,
    confirm: "Je suis là",
    cancel: "Ne plus chercher",
  },
});
