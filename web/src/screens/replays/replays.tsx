// Finished matches to watch again: mine, and those that everybody may see.

import type { GameSummary } from "flipside-client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAction } from "../../parts/action.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { client, session } from "../../session/session.ts";
import { FinishedRow } from "../games/rows.tsx";
import { words } from "./texts.ts";

const PAGE = 20;

export default function Replays() {
  const say = words();
  return (
    <Page title={say.title}>
      <div class="games">
        <h1>{say.title}</h1>
        {session.value !== null && (
          <Finished title={say.mine} isMine>
            <p>{say.noneOfMine}</p>
            <p class="buttons"><LinkButton href="/new" look="filled">{say.start}</LinkButton></p>
          </Finished>
        )}
        <Finished title={say.others} isMine={false}><p class="quiet">{say.noOthers}</p></Finished>
        <section class="group">
          <p>{say.auditWhy}</p>
          <p class="buttons"><LinkButton href="/audit">{say.audit}</LinkButton></p>
        </section>
      </div>
    </Page>
  );
}

/** Finished games page by page; the children stand where there are none. */
function Finished({ title, isMine, children }: { title: string; isMine: boolean; children: ComponentChildren }) {
  const say = words();
  const action = useAction();
  const [games, setGames] = useState<readonly GameSummary[] | undefined>();
  const [next, setNext] = useState<string | null>(null);
  const asked = client.value;
  const load = async (cursor: string | null) => {
    const query = { status: "finished", mine: isMine, limit: PAGE, ...(cursor === null ? {} : { cursor }) } as const;
    const page = await asked.get("/v1/games", { query });
    setGames((before = []) => (cursor === null ? page.games : [...before, ...page.games]));
    setNext(page.next);
  };
  useEffect(() => action.run(() => load(null)), [asked, isMine]);
  return (
    <section class="group">
      <h2>{title}</h2>
      {action.refusal !== undefined && <Refusal refusal={action.refusal} />}
      {action.isOffline && (
        <p role="alert">{say.offline} <Button look="plain" onClick={() => action.run(() => load(next))}>{say.again}</Button></p>
      )}
      {games === undefined && action.isBusy && <p class="quiet" role="status">{say.loading}</p>}
      {games?.length === 0 && children}
      {games !== undefined && games.length > 0 && (
        <ul class="rows">{games.map((game) => <FinishedRow key={game.id} game={game} href={`/replays/${game.id}`} />)}</ul>
      )}
      {next !== null && <p class="buttons"><Button disabled={action.isBusy} onClick={() => action.run(() => load(next))}>{say.more}</Button></p>}
    </section>
  );
}
