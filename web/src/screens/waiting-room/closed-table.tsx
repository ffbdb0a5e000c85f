// A table that the service has closed before its match: what has happened, and where to go on.

import type { Game } from "flipside-client";
import { rulesetWords, words as catalogue } from "../../catalogue/catalogue.ts";
import { LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { words } from "./texts.ts";

/** Whether the game is a table that was closed before its match. */
export function isClosed(game: Game): boolean {
  return game.view.result?.cause === "closed";
}

export function ClosedTable({ game }: { game: Game }) {
  const say = words();
  return (
    <Page title={say.closed} back="/" bar={<strong>{rulesetWords(game)?.title}</strong>}>
      <div class="waiting-room">
        <h1>{say.closed}</h1>
        <p>{catalogue.value?.match_causes["closed"]} {say.closedWhy}</p>
        <p class="buttons">
          <LinkButton href="/new" look="filled">{say.another}</LinkButton>
          <LinkButton href="/tables">{say.find}</LinkButton>
        </p>
      </div>
    </Page>
  );
}
