// What can act or be told in the person's name: this browser's pushes, devices, tokens, apps.

import type { AuthorizedAppList, DeviceList, TokenList } from "flipside-client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { deviceName } from "../../session/device-name.ts";
import { client } from "../../session/session.ts";
import { ago } from "../../texts/times.ts";
import { type PushState, pushState, subscribe, unsubscribe } from "../../worker/push.ts";
import { youTexts } from "./texts.ts";

export function Devices() {
  const say = youTexts();
  const devices = useAnswer<DeviceList>((asked) => asked.get("/v1/me/devices"));
  const tokens = useAnswer<TokenList>((asked) => asked.get("/v1/me/tokens"));
  const apps = useAnswer<AuthorizedAppList>((asked) => asked.get("/v1/me/authorizations"));
  const action = useAction();
  const remove = (act: () => Promise<unknown>, reload: () => void) => action.run(() => act().then(reload));
  return (
    <>
      <Trouble of={action} />
      <Pushes onChange={devices.reload} />
      <Group title={say.pushedTo} isEmpty={devices.value?.devices.length === 0} of={devices}>
        {devices.value?.devices.map(({ id, name, created_at }) => (
          <Row key={id} name={name} note={ago(created_at)} label={say.forget} onRemove={() =>
            remove(() => client.peek().delete("/v1/me/devices/{device_id}", { path: { device_id: id } }), devices.reload)} />
        ))}
      </Group>
      <Group title={say.signedIn} isEmpty={tokens.value?.tokens.length === 0} of={tokens}>
        {tokens.value?.tokens.map(({ id, name, hint, last_used_on, current }) => (
          <Row key={id} name={name || hint} note={current ? say.thisDevice : say.lastUsed(ago(last_used_on))} label={say.revoke} onRemove={
            current ? undefined : () => remove(() => client.peek().delete("/v1/me/tokens/{token_id}", { path: { token_id: id } }), tokens.reload)} />
        ))}
      </Group>
      <Group title={say.apps} isEmpty={apps.value?.authorizations.length === 0} of={apps}>
        {apps.value?.authorizations.map(({ app, name, author }) => (
          <Row key={app} name={name} note={say.by(author)} label={say.revoke} onRemove={() =>
            remove(() => client.peek().delete("/v1/me/authorizations/{app_id}", { path: { app_id: app } }), apps.reload)} />
        ))}
      </Group>
    </>
  );
}

function Pushes({ onChange }: { onChange: () => void }) {
  const say = youTexts();
  const action = useAction();
  const [state, setState] = useState<PushState | undefined>();
  useEffect(() => void pushState().then(setState), []);
  if (state === undefined) return null;
  const turn = (to: () => Promise<PushState>) => action.run(async () => {
    setState(await to());
    onChange();
  });
  return (
    <section class="column">
      <h2>{say.pushes}</h2>
      <Trouble of={action} />
      {state === "on" && <Button disabled={action.isBusy} onClick={() => turn(unsubscribe)}>{say.pushOff}</Button>}
      {state === "off" && <Button look="filled" disabled={action.isBusy} onClick={() => turn(() => subscribe(deviceName()))}>{say.pushOn}</Button>}
      {(state === "denied" || state === "install" || state === "unsupported") && <p class="quiet">{say.pushStates[state]}</p>}
    </section>
  );
}

interface GroupProps {
  title: string;
  isEmpty: boolean;
  of: Parameters<typeof State>[0]["of"];
  children: ComponentChildren;
}

function Group({ title, isEmpty, of, children }: GroupProps) {
  const say = youTexts();
  return (
    <section class="column">
      <h2>{title}</h2>
      <State of={of} />
      {isEmpty ? <p class="quiet">{say.nothingHere}</p> : <ul class="plain-rows">{children}</ul>}
    </section>
  );
}

interface RowProps {
  name: string;
  note: string;
  label: string;
  onRemove: (() => void) | undefined;
}

function Row({ name, note, label, onRemove }: RowProps) {
  return (
    <li>
      <span><b>{name}</b> <small class="quiet">{note}</small></span>
      {onRemove !== undefined && <Button look="plain" onClick={onRemove} aria-label={`${label}: ${name}`}>{label}</Button>}
    </li>
  );
}
