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
    /** What it means that a check fails; `other` for those that follow the deal and the play. */
    means: {
      format: "This is not a whole transcript: it is another file, or it was cut short or changed on its way. Get the file once more.",
      chain: "The file was changed or damaged after the match was written down. Get it once more; if the service itself hands it out like this, do not trust it.",
      heads: "During play the service showed this device another match than the one in this file.",
      signature: "The file does not come from this service, or it was changed after the service had signed it.",
      anchors: "The service vouched for another record of its matches that day than the one in this file.",
      other: "The match was not dealt and played as was promised, or this file is not its record.",
    },
  },
  ru: {
    title: "Проверить партию",
    loading: "Проверка загружается.",
    fetching: "Протокол загружается.",
    checking: "Партия проверяется…",
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
    means: {
      format: "Это не целый протокол: это другой файл, или его обрезали либо изменили по дороге. Получите файл ещё раз.",
      chain: "Файл изменён или повреждён после того, как партия была записана. Получите его ещё раз; если сам сервис отдаёт его таким, не верьте ему.",
      heads: "Во время игры сервис показывал этому устройству не ту партию, что записана в файле.",
      signature: "Файл получен не от этого сервиса, или его изменили после подписи.",
      anchors: "В тот день сервис поручился за другую запись партий, не за ту, что в этом файле.",
      other: "Партия сдана или сыграна не так, как было обещано, или этот файл — не её запись.",
    },
  },
  fr: {
    title: "Vérifier une partie",
    loading: "Le vérificateur se charge.",
    fetching: "La transcription se charge.",
    checking: "Vérification de la partie…",
    offline: "Le service est injoignable.",
    again: "Réessayer",
    progress: (done: number, all: number) => `${done} vérifications faites sur ${all}`,
    checks: "Vérifications",
    heads: (count: number) =>
      count === 0
        ? "Cet appareil n’a noté aucune tête de chaîne de cette partie."
        : plural(count, { one: "Cet appareil a noté # tête de chaîne pendant la partie ; elle est comparée.", other: "Cet appareil a noté # têtes de chaîne pendant la partie ; elles sont comparées." }),
    replay: "Revoir la partie",
    fromService: "La transcription vient du service ; la vérification se fait dans votre navigateur.",
    noFile: "Le fichier est illisible.",
    means: {
      format: "Ce n’est pas une transcription entière : c’est un autre fichier, ou il a été coupé ou modifié en chemin. Procurez-vous-le à nouveau.",
      chain: "Le fichier a été modifié ou abîmé après que la partie a été consignée. Procurez-vous-le à nouveau ; si le service lui-même le donne ainsi, ne vous y fiez pas.",
      heads: "Pendant la partie, le service a montré à cet appareil une autre partie que celle de ce fichier.",
      signature: "Le fichier ne vient pas de ce service, ou il a été modifié après sa signature.",
      anchors: "Ce jour-là, le service s’est porté garant d’un autre registre de ses parties que celui de ce fichier.",
      other: "La partie n’a pas été distribuée et jouée comme promis, ou ce fichier n’en est pas la transcription.",
    },
  },
});
