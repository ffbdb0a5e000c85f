// Texts around the rules, which come from the service.

import { texts } from "../../texts/language.ts";

export const words = texts({
  en: {
    title: "Rules",
    loading: "The rules are on their way.",
    offline: "The service cannot be reached. Try again when you are connected.",
    contents: "Contents",
    other: "Rules of another game",
    table: "To the table",
    language: "Language",
    card: "Card",
    count: "Cards",
    points: "Points",
    link: "Link to this paragraph",
    languages: { en: "English", ru: "Русский", fr: "Français" },
  },
  ru: {
    title: "Правила",
    loading: "Правила загружаются.",
    offline: "Сервис недоступен. Попробуйте снова, когда будет связь.",
    contents: "Содержание",
    other: "Правила другой игры",
    table: "К столу",
    language: "Язык",
    card: "Карта",
    count: "Карт",
    points: "Очки",
    link: "Ссылка на этот абзац",
    languages: { en: "English", ru: "Русский", fr: "Français" },
  },
  fr: {
    title: "Règles",
    loading: "Les règles arrivent.",
    offline: "Le service est injoignable. Réessayez une fois connecté.",
    contents: "Sommaire",
    other: "Règles d'un autre jeu",
    table: "Vers la table",
    language: "Langue",
    card: "Carte",
    count: "Cartes",
    points: "Points",
    link: "Lien vers ce paragraphe",
    languages: { en: "English", ru: "Русский", fr: "Français" },
  },
});
