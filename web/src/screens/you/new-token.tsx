// A token for a program of the person's own, such as a bot. Its secret is shown once.

import type { NewToken as Wish } from "flipside-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Trouble } from "../../parts/state.tsx";
import { client } from "../../session/session.ts";
import { SCOPES, scopeName } from "./scopes.ts";
import { youTexts } from "./texts.ts";

type Scope = Wish["scopes"][number];

export function NewToken({ onChange }: { onChange: () => void }) {
  const say = youTexts();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | undefined>();
  if (secret !== undefined) return <Secret secret={secret} onDone={() => setSecret(undefined)} />;
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{say.newToken}</Button>;
  return (
    <TokenForm
      onMade={(made) => {
        setSecret(made);
        setOpen(false);
        onChange();
      }}
      onCancel={() => setOpen(false)}
    />
  );
}

function TokenForm({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
  const say = youTexts();
  const action = useAction();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["games:read", "games:play"]);
  const make = async () => {
    const body = { name: name.trim(), scopes: [...scopes] };
    onMade((await client.peek().post("/v1/me/tokens", { body })).token);
  };
  return (
    <form class="column" onSubmit={(event) => { event.preventDefault(); action.run(make); }}>
      <Field label={say.tokenName} note={say.tokenNote} required autoFocus maxLength={64} value={name} onValue={setName} />
      <fieldset class="scopes">
        <legend>{say.tokenMay}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ currentTarget }) => setScopes(currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
            />
            {scopeName(scope)}
          </label>
        ))}
      </fieldset>
      <Trouble of={action} />
      <Button look="filled" type="submit" disabled={action.isBusy || scopes.length === 0}>{say.makeToken}</Button>
      <Button look="plain" onClick={onCancel}>{say.cancel}</Button>
    </form>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const say = youTexts();
  const [isCopied, setCopied] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []); // the form that had the focus is gone
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <div class="column secret">
      <p ref={note} tabIndex={-1}>{say.secretNote}</p>
      <code>{secret}</code>
      {typeof navigator.clipboard === "object" && (
        <Button look="filled" onClick={() => void copy().catch(() => {}) /* it can be selected */}>{isCopied ? say.copied : say.copy}</Button>
      )}
      <Button look="plain" onClick={onDone}>{say.done}</Button>
    </div>
  );
}
