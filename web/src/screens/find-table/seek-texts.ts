// Texts of seeks that wait or are ready, on the screen that finds tables and in the list of games.

import { plural, texts } from "../../texts/language.ts";

export const words = texts({
  en: {
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
