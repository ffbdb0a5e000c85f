// My games, the most urgent first: those that wait for me, then those of others, open tables and finished ones. In a wide
// window the selected one stands beside them.

import type { GameSummary } from "flipside-client";
import type { ComponentChildren } from "preact";
import { hasMore, isConnected, loadMore, myGames, sorted } from "../../games/my-games.ts";
import { isCalled } from "../../games/seeks.ts";
import { useAction } from "../../parts/action.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { Trouble } from "../../parts/state.tsx";
import { AfterFirstMove } from "../../session/after-first-move.tsx";
import { MySeeks } from "../find-table/my-seeks.tsx";
import { words as seekWords } from "../find-table/seek-texts.ts";
import { InboxBell } from "../inbox/bell.tsx";
import { Invitations } from "./invitations.tsx";
import { Offers } from "./offers.tsx";
import { Preview } from "./preview.tsx";
import { FinishedRow, MyRow, OpenRow, OthersRow } from "./rows.tsx";
import { useSelected } from "./selected.ts";
import { words } from "./texts.ts";

export default function Games() {
  const say = words();
  const selected = useSelected();
  const { mine, others, open, finished } = sorted.value;
  const isLoaded = myGames.value !== undefined;
  const isEmpty = isLoaded && myGames.value?.size === 0;
  const title = !isLoaded ? say.games : mine.length > 0 ? say.wait(mine.length) : isCalled.value ? seekWords().ready : say.none;
  return (
    <Page title={title} tools={<InboxBell />}>
      <div class={selected === undefined ? "list-of-games" : "list-of-games beside-table"}>
        <div class="games">
          <h1>{title}</h1>
          {!isLoaded && <p class="quiet" role="status">{isConnected.value ? say.loading : say.offline}</p>}
          {isLoaded && !isConnected.value && <p class="notice" role="status">{say.offline}</p>}
          <AfterFirstMove />
          <MySeeks />
          {isLoaded && mine.length > 0 && (
            <ul class="my-rows">
              {mine.map((game) => <MyRow key={game.id} game={game} />)}
            </ul>
          )}
          {isLoaded && mine.length === 0 && (
            <div class="start">
              {isEmpty && <p>{say.nothing}</p>}
              <p class="buttons">
                <LinkButton href="/new" look="filled">{say.start}</LinkButton>
                <LinkButton href="/tables">{say.find}</LinkButton>
              </p>
            </div>
          )}
          <Invitations />
          <Offers />
          <Group title={say.others} games={others} row={(game) => <OthersRow key={game.id} game={game} />} />
          <Group title={say.open} games={open} row={(game) => <OpenRow key={game.id} game={game} />} />
          <Group title={say.finished} games={finished} row={(game) => <FinishedRow key={game.id} game={game} />} />
          {hasMore.value && <More />}
          {mine.length > 0 && <p class="buttons"><LinkButton href="/tables" look="plain">{say.find}</LinkButton></p>}
        </div>
        {selected !== undefined && <Preview key={selected.id} game={selected} />}
      </div>
    </Page>
  );
}

interface GroupProps {
  title: string;
  games: readonly GameSummary[];
  row: (game: GameSummary) => ComponentChildren;
}

function Group({ title, games, row }: GroupProps) {
  if (games.length === 0) return null;
  return (
    <section class="group">
      <h2>{title} <span class="count">{games.length}</span></h2>
      <ul class="rows">{games.map(row)}</ul>
    </section>
  );
}

function More() {
  const action = useAction();
  return (
    <>
      <Trouble of={action} />
      <p class="buttons"><Button onClick={() => action.run(loadMore)} disabled={action.isBusy}>{words().more}</Button></p>
    </>
  );
}
