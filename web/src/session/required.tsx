// A screen for those who are signed in. Others are asked to come in first, and come back to where they were.

import type { ComponentChildren } from "preact";
import { useLocation } from "wouter-preact";
import { useAction } from "../parts/action.ts";
import { Button, LinkButton } from "../parts/button.tsx";
import { Page } from "../parts/page.tsx";
import { Trouble } from "../parts/state.tsx";
import { texts } from "../texts/language.ts";
import { hasEnded, session, signInAsGuest } from "./session.ts";

const words = texts({
  en: { title: "Sign in first", ended: "You were signed out on this device. Sign in again, and this page opens.", why: "This page needs to know who you are.", guest: "Go on as a guest", signIn: "Sign in" },
  ru: { title: "Сначала войдите", ended: "Сеанс на этом устройстве завершён. Войдите снова, и эта страница откроется.", why: "Эта страница должна знать, кто вы.", guest: "Продолжить гостем", signIn: "Войти" },
  fr: { title: "Connectez-vous d’abord", ended: "La session a pris fin sur cet appareil. Reconnectez-vous, et cette page s’ouvre.", why: "Cette page doit savoir qui vous êtes.", guest: "Continuer comme invité", signIn: "Se connecter" },
});

export function Required({ children }: { children: ComponentChildren }) {
  const say = words();
  const [address] = useLocation();
  const action = useAction();
  if (session.value !== null) return <>{children}</>;
  return (
    <Page title={say.title} back="/">
      <div class="column">
        <h1>{say.title}</h1>
        <p>{hasEnded.value ? say.ended : say.why}</p>
        <Trouble of={action} />
        <LinkButton href={`/sign-in?next=${encodeURIComponent(address)}`} look="filled">{say.signIn}</LinkButton>
        <Button disabled={action.isBusy} onClick={() => action.run(signInAsGuest)}>{say.guest}</Button>
      </div>
    </Page>
  );
}
