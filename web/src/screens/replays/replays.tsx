// Finished matches to watch again: mine, and those that everybody may see.

import type { GamePage } from "flipside-client";
import type { ComponentChildren } from "preact";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { State, Trouble } from "../../parts/state.tsx";
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
  const query = { status: "finished", mine: isMine, limit: PAGE } as const;
  const page = useAnswer<GamePage>((asked, signal) => asked.get("/v1/games", { query, signal }));
  const games = page.value?.games;
  const next = page.value?.next ?? null;
  const loadMore = async (cursor: string) => {
    const more = await client.peek().get("/v1/games", { query: { ...query, cursor } });
    page.put({ ...more, games: [...(games ?? []), ...more.games] });
  };
  return (
    <section class="group">
      <h2>{title}</h2>
      <State of={page} />
      <Trouble of={action} />
      {games?.length === 0 && children}
      {games !== undefined && games.length > 0 && (
        <ul class="rows">{games.map((game) => <FinishedRow key={game.id} game={game} href={`/replays/${game.id}`} />)}</ul>
      )}
      {next !== null && <p class="buttons"><Button disabled={action.isBusy} onClick={() => action.run(() => loadMore(next))}>{say.more}</Button></p>}
    </section>
  );
}
