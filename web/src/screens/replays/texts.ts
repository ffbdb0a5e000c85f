import { texts } from "../../texts/language.ts";

export const words = texts({
  en: {
    title: "Replays",
    mine: "Your finished games",
    noneOfMine: "You have not finished a game yet.",
    start: "Start one",
    others: "Public games",
    noOthers: "There is no finished public game.",
    more: "Show more",
    audit: "Check a transcript",
    auditWhy: "You have the file of a match? Check here that it was dealt as promised.",
  },
  ru: {
    title: "Записи игр",
    mine: "Ваши законченные партии",
    noneOfMine: "Вы ещё не закончили ни одной партии.",
    start: "Начать партию",
    others: "Открытые для всех",
    noOthers: "Законченных открытых партий нет.",
    more: "Показать ещё",
    audit: "Проверить протокол",
    auditWhy: "У вас есть файл партии? Здесь можно проверить, что карты розданы так, как было обещано.",
  },
  fr: {
    title: "Revoir",
    mine: "Vos parties terminées",
    noneOfMine: "Vous n’avez pas encore terminé de partie.",
    start: "En commencer une",
    others: "Parties publiques",
    noOthers: "Il n’y a pas de partie publique terminée.",
    more: "En voir plus",
    audit: "Vérifier une transcription",
    auditWhy: "Vous avez le fichier d’une partie ? Vérifiez ici que la donne était celle promise.",
  },
});
