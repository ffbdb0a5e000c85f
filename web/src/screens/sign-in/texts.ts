// Texts of signing in.

import { texts } from "../../texts/language.ts";

export const words = texts({
  en: {
    title: "Sign in",
    address: "Your mail address",
    intro: "No password: you get a code by mail. If the address is new, an account is made.",
    guest: "Your games as a guest come with you.",
    other: (name: string) => `You are signed in as ${name}. Signing in as somebody else signs ${name} out here.`,
    confirm: "Sign in",
    alone: "Sign in without the guest's games",
  },
  ru: {
    title: "Вход",
    address: "Ваш адрес почты",
    intro: "Без пароля: код придёт письмом. Если адрес новый, мы создадим учётную запись.",
    guest: "Ваши гостевые игры останутся с вами.",
    other: (name: string) => `Вы вошли как ${name}. Если войти под другим адресом, этот сеанс закончится.`,
    confirm: "Войти",
    alone: "Войти без гостевых игр",
  },
  fr: {
    title: "Connexion",
    address: "Votre adresse e-mail",
    intro: "Sans mot de passe : un code arrive par e-mail. Si l’adresse est nouvelle, un compte est créé.",
    guest: "Vos parties d’invité vous suivent.",
    other: (name: string) => `Vous êtes connecté en tant que ${name}. Une autre connexion met fin à celle-ci.`,
    confirm: "Se connecter",
    alone: "Se connecter sans les parties d’invité",
  },
});
