// The table: waiting room, match and result at one address.

import { useEffect, useMemo } from "preact/hooks";
import { openGame } from "../../games/game.ts";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { MatchResult } from "../results/match-result.tsx";
import { WaitingRoom } from "../waiting-room/waiting-room.tsx";
import { Hand } from "./hand.tsx";
import { Mat } from "./mat.tsx";
import { Actions } from "./panel/actions.tsx";
import { Headline } from "./panel/headline.tsx";
import { Sheets } from "./panel/sheets.tsx";
import { Table as State } from "./state.ts";

export default function Table({ id }: { id: string }) {
  const table = useMemo(() => new State(id, openGame(id)), [id]);
  useEffect(() => table.opened.close, [table]);
  const game = table.opened.game.value;
  const refusal = table.opened.refusal.value;
  const title = game?.seats.map(({ name, bot }) => name ?? bot).join(", ") ?? "";
  if (game?.status === "lobby") return <WaitingRoom game={game} />;
  return (
    <Page title={title} back="/" bar={title} side={game?.view.side === "D" ? "D" : "L"}>
      {refusal !== undefined && <Refusal refusal={refusal} />}
      {game !== undefined && (
        <>
          <Mat game={game} table={table} />
          {game.status !== "running" && <MatchResult game={game} />}
          <section class="panel">
            <Headline game={game} table={table} />
            <Hand game={game} table={table} />
            <Actions game={game} table={table} />
          </section>
          <Sheets game={game} table={table} />
        </>
      )}
    </Page>
  );
}
