// Sign in with a code from a mail. A guest on this device is taken along.

import type { SignIn as Pending } from "flipside-client";
import { useState } from "preact/hooks";
import { useLocation, useSearch } from "wouter-preact";
import { useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Page } from "../../parts/page.tsx";
import { Trouble } from "../../parts/state.tsx";
import { deviceName } from "../../session/device-name.ts";
import { client, enter, session } from "../../session/session.ts";
import { texts } from "../../texts/language.ts";

/** Why the service cannot take the guest along; the same code then signs in without. */
const ALONE = new Set(["about_to_leave", "guest_on_vacation", "invalid_guest_token", "not_a_guest", "seated_together"]);

const words = texts({
  en: {
    title: "Sign in",
    address: "Your mail address",
    guest: "Your games as a guest come with you.",
    send: "Send me a code",
    intro: "No password: you get a code by mail. If the address is new, an account is made.",
    code: "The code from the mail",
    sent: (to: string) => `A mail is on its way to ${to}.`,
    confirm: "Sign in",
    again: "Send it again",
    other: "Another address",
    alone: "Sign in without the guest's games",
  },
  ru: {
    title: "Вход",
    address: "Ваш адрес почты",
    guest: "Ваши гостевые игры останутся с вами.",
    send: "Прислать код",
    intro: "Без пароля: код придёт письмом. Если адрес новый, появится учётная запись.",
    code: "Код из письма",
    sent: (to: string) => `Письмо отправлено на ${to}.`,
    confirm: "Войти",
    again: "Прислать ещё раз",
    other: "Другой адрес",
    alone: "Войти без гостевых игр",
  },
  fr: {
    title: "Connexion",
    address: "Votre adresse e-mail",
    guest: "Vos parties d'invité viennent avec vous.",
    send: "Envoyez-moi un code",
    intro: "Sans mot de passe : le code arrive par e-mail. Si l'adresse est nouvelle, un compte est créé.",
    code: "Le code reçu par e-mail",
    sent: (to: string) => `Un e-mail est en route vers ${to}.`,
    confirm: "Se connecter",
    again: "Renvoyer le code",
    other: "Une autre adresse",
    alone: "Se connecter sans les parties d'invité",
  },
});

export default function SignIn() {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  const next = new URLSearchParams(useSearch()).get("next") ?? "/";
  const [email, setEmail] = useState("");
  const [code, setCode] = useState("");
  const [pending, setPending] = useState<Pending | undefined>();
  const guest = session.value?.guest === true ? session.value.token : undefined;

  const send = async () => setPending(await client.peek().post("/v1/sign-in", { body: { email: email.trim() } }));
  const again = async (sign_in: string) =>
    setPending(await client.peek().post("/v1/sign-in/resend", { body: { sign_in } }));
  const confirm = async (sign_in: string, guest_token: string | undefined) => {
    const body = { sign_in, code: code.trim(), device_name: deviceName(), ...(guest_token === undefined ? {} : { guest_token }) };
    await enter(await client.peek().post("/v1/sign-in/confirm", { body }));
    go(next.startsWith("/") && !next.startsWith("//") ? next : "/");
  };

  return (
    <Page title={say.title} back="/">
      <div class="column">
        <h1>{say.title}</h1>
        {guest !== undefined && <p>{say.guest}</p>}
        {pending === undefined ? (
          <form class="column" onSubmit={(event) => { event.preventDefault(); action.run(send); }}>
            <Field label={say.address} note={say.intro} type="email" autoComplete="email" required value={email} onValue={setEmail} />
            <Trouble of={action} />
            <Button look="filled" type="submit" disabled={action.isBusy}>{say.send}</Button>
          </form>
        ) : (
          <form class="column" onSubmit={(event) => { event.preventDefault(); action.run(() => confirm(pending.sign_in, guest)); }}>
            <p role="status">{say.sent(email)}</p>
            <Field
              label={say.code}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellcheck={false}
              required
              value={code}
              onValue={setCode}
            />
            <Trouble of={action} />
            <Button look="filled" type="submit" disabled={action.isBusy}>{say.confirm}</Button>
            {guest !== undefined && ALONE.has(action.refusal?.code ?? "") && (
              <Button onClick={() => action.run(() => confirm(pending.sign_in, undefined))}>{say.alone}</Button>
            )}
            <Button look="plain" disabled={action.isBusy} onClick={() => action.run(() => again(pending.sign_in))}>{say.again}</Button>
            <Button look="plain" onClick={() => setPending(undefined)}>{say.other}</Button>
          </form>
        )}
      </div>
    </Page>
  );
}
