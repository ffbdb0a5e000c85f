// What can act or be told in the person's name: this browser's pushes, devices, tokens, apps.

import type { AuthorizedAppList, DeviceList, Token, TokenList } from "flipside-client";
import { useAnswer } from "../../parts/answer.ts";
import { client } from "../../session/session.ts";
import { ago } from "../../texts/times.ts";
import { Group } from "./group.tsx";
import { NewToken } from "./new-token.tsx";
import { Pushes } from "./pushes.tsx";
import { scopeName } from "./scopes.ts";
import { youTexts } from "./texts.ts";
import { dayAgo } from "./times.ts";

export function Devices() {
  const say = youTexts();
  const devices = useAnswer<DeviceList>((asked) => asked.get("/v1/me/devices"));
  const tokens = useAnswer<TokenList>((asked) => asked.get("/v1/me/tokens"));
  const apps = useAnswer<AuthorizedAppList>((asked) => asked.get("/v1/me/authorizations"));
  const all = tokens.value?.tokens ?? [];
  const row = ({ id, name, hint, kind, scopes, last_used_on, current }: Token) => ({
    id,
    name: name || hint,
    note: current
      ? say.thisDevice
      : [...(kind === "device" ? [] : scopes.map(scopeName)), say.lastUsed(dayAgo(last_used_on))].join(" · "),
    remove: current ? undefined : () => client.peek().delete("/v1/me/tokens/{token_id}", { path: { token_id: id } }),
  });
  return (
    <>
      <Pushes onChange={devices.reload} />
      <Group
        title={say.pushedTo}
        of={devices}
        label={say.forget}
        rows={(devices.value?.devices ?? []).map(({ id, name, created_at }) => ({
          id,
          name,
          note: ago(created_at),
          remove: () => client.peek().delete("/v1/me/devices/{device_id}", { path: { device_id: id } }),
        }))}
      />
      <Group title={say.signedIn} of={tokens} label={say.revoke} rows={all.filter(({ kind }) => kind === "device").map(row)} />
      <Group title={say.programs} of={tokens} label={say.revoke} rows={all.filter(({ kind }) => kind !== "device").map(row)}>
        <NewToken onChange={tokens.reload} />
      </Group>
      <Group
        title={say.apps}
        of={apps}
        label={say.revoke}
        rows={(apps.value?.authorizations ?? []).map(({ app, name, author, scopes }) => ({
          id: app,
          name,
          note: [say.by(author), ...scopes.map(scopeName)].join(" · "),
          remove: () => client.peek().delete("/v1/me/authorizations/{app_id}", { path: { app_id: app } }),
        }))}
      />
    </>
  );
}
