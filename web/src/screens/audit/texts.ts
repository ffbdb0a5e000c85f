import { plural, texts } from "../../texts/language.ts";

/** The words that the verifier's own page does not have; the others are in `verifier/texts.js`. */
export const words = texts({
  en: {
    title: "Check a match",
    loading: "The verifier is loading.",
    fetching: "The transcript is loading.",
    checking: "Checking the match …",
    offline: "The service cannot be reached.",
    again: "Try again",
    progress: (done: number, all: number) => `${done} of ${all} checks done`,
    checks: "Checks",
    heads: (count: number) =>
      count === 0
        ? "This device has noted no heads of this match."
        : plural(count, { one: "This device has noted # head during the match; it is compared.", other: "This device has noted # heads during the match; they are compared." }),
    replay: "Watch the match",
    fromService: "The transcript comes from the service; the check runs in your browser.",
    noFile: "The file cannot be read.",
  },
  ru: {
    title: "Проверить партию",
    loading: "Проверка загружается.",
    fetching: "Протокол загружается.",
    checking: "Партия проверяется …",
    offline: "Сервис недоступен.",
    again: "Попробовать снова",
    progress: (done: number, all: number) => `Сделано проверок: ${done} из ${all}`,
    checks: "Проверки",
    heads: (count: number) =>
      count === 0
        ? "На этом устройстве не записано ни одной головы цепочки этой партии."
        : plural(count, {
            one: "Во время партии это устройство записало # голову цепочки; она сравнивается.",
            few: "Во время партии это устройство записало # головы цепочки; они сравниваются.",
            other: "Во время партии это устройство записало # голов цепочки; они сравниваются.",
          }),
    replay: "Посмотреть партию",
    fromService: "Протокол приходит с сервиса, проверка идёт в вашем браузере.",
    noFile: "Файл не читается.",
  },
  fr: {
    title: "Vérifier une partie",
    loading: "Le vérificateur arrive.",
    fetching: "La transcription arrive.",
    checking: "Vérification de la partie …",
    offline: "Le service est injoignable.",
    again: "Réessayer",
    progress: (done: number, all: number) => `${done} vérifications faites sur ${all}`,
    checks: "Vérifications",
    heads: (count: number) =>
      count === 0
        ? "Cet appareil n'a noté aucune tête de cette partie."
        : plural(count, { one: "Cet appareil a noté # tête pendant la partie ; elle est comparée.", other: "Cet appareil a noté # têtes pendant la partie ; elles sont comparées." }),
    replay: "Revoir la partie",
    fromService: "La transcription vient du service ; la vérification se fait dans votre navigateur.",
    noFile: "Le fichier est illisible.",
  },
});
