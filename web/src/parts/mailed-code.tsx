// A form for an address and then for the code that a mail brings there. Used to sign in, and for a new address.

import { Refused } from "flipside-client";
import { useState } from "preact/hooks";
import { texts } from "../texts/language.ts";
import { useAction } from "./action.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Trouble } from "./state.tsx";

const words = texts({
  en: {
    send: "Send me a code",
    code: "The code from the mail",
    sent: (to: string) => `A mail is on its way to ${to}.`,
    sentAgain: (to: string) => `Another mail is on its way to ${to}. Only its code counts.`,
    again: "Send another code",
    other: "Another address",
  },
  ru: {
    send: "Прислать код",
    code: "Код из письма",
    sent: (to: string) => `Письмо отправлено на ${to}.`,
    sentAgain: (to: string) => `На ${to} отправлено ещё одно письмо. Действует код из него.`,
    again: "Прислать другой код",
    other: "Другой адрес",
  },
  fr: {
    send: "Envoyez-moi un code",
    code: "Le code reçu par e-mail",
    sent: (to: string) => `Un e-mail est en route vers ${to}.`,
    sentAgain: (to: string) => `Un autre e-mail est en route vers ${to}. Seul son code est valable.`,
    again: "Envoyer un autre code",
    other: "Une autre adresse",
  },
});

/** The service takes no code of this request any more, so another code needs another request. */
const OVER = new Set(["code_expired", "too_many_codes"]);

interface MailedCodeProps {
  label: string;
  note: string;
  submit: string;
  /** Ask for a code. Returns the request that the code confirms. */
  request: (email: string) => Promise<string>;
  resend: (request: string) => Promise<unknown>;
  confirm: (request: string, code: string) => Promise<void>;
  /** Another way to confirm, offered after these refusals. */
  otherwise?: { after: ReadonlySet<string>; label: string; confirm: (request: string, code: string) => Promise<void> };
}

export function MailedCode({ label, note, submit, request, resend, confirm, otherwise }: MailedCodeProps) {
  const say = words();
  const action = useAction();
  const [email, setEmail] = useState("");
  const [code, setCode] = useState("");
  const [pending, setPending] = useState<string | undefined>();
  const [isAgain, setAgain] = useState(false);

  const send = async () => setPending(await request(email.trim()));
  const sendAgain = async (to: string) => {
    try {
      await resend(to);
    } catch (error) {
      if (!(error instanceof Refused && OVER.has(error.refusal.code))) throw error;
      await send();
    }
    setCode("");
    setAgain(true);
  };
  const goBack = () => {
    setPending(undefined);
    setCode("");
    setAgain(false);
    action.run(async () => {}); // what was refused is about the address that was left
  };

  if (pending === undefined) {
    return (
      <form key="address" class="column" onSubmit={(event) => { event.preventDefault(); action.run(send); }}>
        <Field label={label} note={note} type="email" autoComplete="email" required value={email} onValue={setEmail} />
        <Trouble of={action} />
        <Button look="filled" type="submit" disabled={action.isBusy}>{say.send}</Button>
      </form>
    );
  }
  return (
    <form key="code" class="column" onSubmit={(event) => { event.preventDefault(); action.run(() => confirm(pending, code.trim())); }}>
      <p role="status">{isAgain ? say.sentAgain(email) : say.sent(email)}</p>
      <Field
        label={say.code}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoFocus
        spellcheck={false}
        required
        value={code}
        onValue={setCode}
      />
      <Trouble of={action} />
      <Button look="filled" type="submit" disabled={action.isBusy}>{submit}</Button>
      {otherwise !== undefined && otherwise.after.has(action.refusal?.code ?? "") && (
        <Button disabled={action.isBusy} onClick={() => action.run(() => otherwise.confirm(pending, code.trim()))}>{otherwise.label}</Button>
      )}
      <Button look="plain" disabled={action.isBusy} onClick={() => action.run(() => sendAgain(pending))}>{say.again}</Button>
      <Button look="plain" disabled={action.isBusy} onClick={goBack}>{say.other}</Button>
    </form>
  );
}
