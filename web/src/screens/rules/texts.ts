// Texts around the rules, which come from the service.

import { texts } from "../../texts/language.ts";

export const words = texts({
  en: {
    title: "Rules",
    contents: "Contents",
    other: "Rules of another game",
    language: "Language",
    card: "Card",
    count: "Cards",
    points: "Points",
    link: "Link to this paragraph",
    languages: { en: "English", ru: "Русский", fr: "Français" },
  },
  ru: {
    title: "Правила",
    contents: "Содержание",
    other: "Правила другой игры",
    language: "Язык",
    card: "Карта",
    count: "Карт",
    points: "Очки",
    link: "Ссылка на этот абзац",
    languages: { en: "English", ru: "Русский", fr: "Français" },
  },
  fr: {
    title: "Règles",
    contents: "Sommaire",
    other: "Règles d’un autre jeu",
    language: "Langue",
    card: "Carte",
    count: "Cartes",
    points: "Points",
    link: "Lien vers ce paragraphe",
    languages: { en: "English", ru: "Русский", fr: "Français" },
  },
});
