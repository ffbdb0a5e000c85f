// The public name, the address, and signing out.

import type { EmailChange, OwnProfile } from "flipside-client";
import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { client, keepSession, session, signOut } from "../../session/session.ts";
import { youTexts } from "./texts.ts";

export function Profile() {
  const me = useAnswer<OwnProfile>((asked) => asked.get("/v1/me"));
  if (me.value === undefined) return <State of={me} />;
  return <Known me={me.value} onChange={me.put} />;
}

function Known({ me, onChange }: { me: OwnProfile; onChange: (me: OwnProfile) => void }) {
  const say = youTexts();
  const [, go] = useLocation();
  const [name, setName] = useState(me.name);
  const naming = useAction();
  const leaving = useAction();
  const [isAsked, setAsked] = useState(false);
  const keep = async (changed: OwnProfile) => {
    onChange(changed);
    if (session.value !== null) await keepSession({ ...session.value, name: changed.name, guest: changed.guest });
  };
  const rename = async () => keep(await client.peek().patch("/v1/me", { body: { name: name.trim() } }));
  const end = async () => {
    await signOut();
    go("/");
  };
  return (
    <>
      <form class="column" onSubmit={(event) => { event.preventDefault(); naming.run(rename); }}>
        <Field label={say.name} note={say.nameNote} required maxLength={40} value={name} onValue={setName} />
        <Trouble of={naming} />
        <Button type="submit" disabled={naming.isBusy || name.trim() === me.name}>{say.save}</Button>
      </form>
      <Address me={me} onChange={(changed) => void keep(changed)} />
      <p><Link href={`/players/${me.id}`}>{say.seePublic}</Link></p>
      <Trouble of={leaving} />
      {me.guest && isAsked && <p class="notice" role="alert">{say.guestSignOut}</p>}
      <Button
        look="plain"
        disabled={leaving.isBusy}
        onClick={() => {
          if (me.guest && !isAsked) setAsked(true);
          else leaving.run(end);
        }}
      >
        {me.guest && isAsked ? say.signOutAnyway : say.signOut}
      </Button>
    </>
  );
}

function Address({ me, onChange }: { me: OwnProfile; onChange: (me: OwnProfile) => void }) {
  const say = youTexts();
  const action = useAction();
  const [email, setEmail] = useState("");
  const [code, setCode] = useState("");
  const [pending, setPending] = useState<EmailChange | undefined>();
  const send = async () => setPending(await client.peek().post("/v1/me/email", { body: { email: email.trim() } }));
  const again = async (change: string) => setPending(await client.peek().post("/v1/me/email/resend", { body: { change } }));
  const confirm = async (change: string) => {
    const changed = await client.peek().post("/v1/me/email/confirm", { body: { change, code: code.trim() } });
    setPending(undefined);
    setEmail("");
    setCode("");
    onChange(changed);
  };
  if (pending !== undefined) {
    return (
      <form class="column" onSubmit={(event) => { event.preventDefault(); action.run(() => confirm(pending.change)); }}>
        <p role="status">{say.codeSent(email)}</p>
        <Field label={say.code} autoComplete="one-time-code" autoCapitalize="characters" required value={code} onValue={setCode} />
        <Trouble of={action} />
        <Button look="filled" type="submit" disabled={action.isBusy}>{say.confirm}</Button>
        <Button look="plain" onClick={() => action.run(() => again(pending.change))}>{say.again}</Button>
      </form>
    );
  }
  return (
    <form class="column" onSubmit={(event) => { event.preventDefault(); action.run(send); }}>
      <Field
        label={me.email === null ? say.address : say.newAddress}
        note={me.email ?? say.addressNote}
        type="email"
        autoComplete="email"
        required
        value={email}
        onValue={setEmail}
      />
      <Trouble of={action} />
      <Button type="submit" disabled={action.isBusy}>{say.sendCode}</Button>
    </form>
  );
}
