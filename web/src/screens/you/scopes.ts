// What a program or an app may do, in words.

import { texts } from "../../texts/language.ts";

export const SCOPES = ["games:read", "games:play", "account:read", "account:write", "webhooks"] as const;

const words = texts<Record<string, string>>({
  en: {
    "games:read": "see your games, with your hand",
    "games:play": "join tables and play for you",
    "account:read": "see your address and settings",
    "account:write": "change your name, settings and vacations",
    webhooks: "send what happens in your games to a server",
    other: "something newer than this page",
  },
  ru: {
    "games:read": "видеть ваши игры и ваши карты",
    "games:play": "садиться за столы и ходить за вас",
    "account:read": "видеть ваш адрес и настройки",
    "account:write": "менять имя, настройки и отпуск",
    webhooks: "отправлять события ваших игр на сервер",
    other: "что-то новее этой страницы",
  },
  fr: {
    "games:read": "voir vos parties et votre main",
    "games:play": "rejoindre des tables et jouer pour vous",
    "account:read": "voir votre adresse et vos réglages",
    "account:write": "changer votre nom, vos réglages et vos vacances",
    webhooks: "envoyer à un serveur ce qui se passe dans vos parties",
    other: "quelque chose de plus récent que cette page",
  },
});

/** A scope in words, also one that this page does not know yet. */
export function scopeName(scope: string): string {
  return words()[scope] ?? words()["other"] ?? "";
}
