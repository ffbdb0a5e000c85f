// The public name and the address.

import type { OwnProfile } from "flipside-client";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { MailedCode } from "../../parts/mailed-code.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { client, keepSession, session } from "../../session/session.ts";
import { youTexts } from "./texts.ts";

export function Profile() {
  const me = useAnswer<OwnProfile>((asked) => asked.get("/v1/me"));
  if (me.value === undefined) return <State of={me} />;
  const keep = async (changed: OwnProfile) => {
    me.put(changed);
    if (session.value !== null) await keepSession({ ...session.value, name: changed.name, guest: changed.guest });
  };
  return (
    <>
      <Name me={me.value} onChange={keep} />
      <Address me={me.value} onChange={keep} />
    </>
  );
}

interface PartProps {
  me: OwnProfile;
  onChange: (me: OwnProfile) => Promise<void>;
}

function Name({ me, onChange }: PartProps) {
  const say = youTexts();
  const action = useAction();
  const [name, setName] = useState(me.name);
  const rename = async () => onChange(await client.peek().patch("/v1/me", { body: { name: name.trim() } }));
  return (
    <form class="column" onSubmit={(event) => { event.preventDefault(); action.run(rename); }}>
      <Field label={say.name} note={say.nameNote} required maxLength={24} autoComplete="nickname" value={name} onValue={setName} />
      <Trouble of={action} />
      <Button type="submit" disabled={action.isBusy || name.trim() === me.name}>{say.save}</Button>
      <p><Link href={`/players/${me.id}`}>{say.seePublic}</Link></p>
    </form>
  );
}

function Address({ me, onChange }: PartProps) {
  const say = youTexts();
  const request = async (email: string) => (await client.peek().post("/v1/me/email", { body: { email } })).change;
  const confirm = async (change: string, code: string) =>
    onChange(await client.peek().post("/v1/me/email/confirm", { body: { change, code } }));
  return (
    <section class="column">
      <h2>{say.address}</h2>
      <p class="address" role="status">{me.email ?? say.noAddress}</p>
      <MailedCode
        key={me.email}
        label={me.email === null ? say.addAddress : say.newAddress}
        note={say.addressNote}
        submit={say.confirm}
        request={request}
        resend={(change) => client.peek().post("/v1/me/email/resend", { body: { change } })}
        confirm={confirm}
      />
      {me.guest && <p><Link href="/sign-in?next=/you/profile">{say.haveAccount}</Link></p>}
    </section>
  );
}
