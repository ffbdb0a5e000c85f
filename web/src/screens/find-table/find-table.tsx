// Open tables: play now at the best one, or choose.

import type { GameSummary } from "flipside-client";
import { useEffect, useMemo } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { rulesetWords, words as catalogue } from "../../catalogue/catalogue.ts";
import { othersAt, seatName } from "../../games/names.ts";
import { type Action, useAction } from "../../parts/action.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { ReliabilityOf } from "../../parts/reliability.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { FindPeople } from "./find-people.tsx";
import { MySeeks } from "./my-seeks.tsx";
import { OpenTables, RULESETS, type RulesetName, SPEEDS, type Speed } from "./open-tables.ts";
import { Substitutes } from "./substitutes.tsx";
import { words } from "./texts.ts";

export default function FindTable() {
  const say = words();
  const open = useMemo(() => new OpenTables(), []);
  const action = useAction();
  const [, go] = useLocation();
  useEffect(() => open.start(), [open]);
  const tables = open.tables.value;
  const enter = (act: () => Promise<string>) => action.run(async () => go(`/games/${await act()}`));
  return (
    <Page title={say.title}>
      <div class="find-table">
        <h1>{say.title}</h1>
        <Trouble of={action} />
        <Filters open={open} />
        <MySeeks />
        <FindPeople ruleset={open.ruleset.value === "any" ? "flip" : open.ruleset.value} />
        <section class="bots-now">
          <span>{say.nowHint}</span>
          <Button look="filled" disabled={action.isBusy || tables === undefined} onClick={() => enter(() => open.playNow())}>{say.now}</Button>
        </section>
        <State of={{ value: tables, refusal: undefined, isOffline: open.isOffline.value }} />
        {tables !== undefined && (
          <section class="group">
            <h2 aria-live="polite">{say.found(tables.length)}</h2>
            {tables.length === 0 ? (
              <>
                <p>{say.nothing}</p>
                <p class="buttons"><LinkButton href="/new">{say.open}</LinkButton></p>
              </>
            ) : (
              <ul class="rows">
                {tables.map((game) => (
                  <TableRow key={game.id} game={game} action={action} onSit={() => enter(() => open.sit(game.id))} />
                ))}
              </ul>
            )}
            <p class="buttons">
              {open.hasMore.value && <Button onClick={() => action.run(() => open.loadMore())}>{say.more}</Button>}
              <Button look="plain" onClick={() => open.reload()}>{say.again}</Button>
            </p>
          </section>
        )}
        <Substitutes />
      </div>
    </Page>
  );
}

function Filters({ open }: { open: OpenTables }) {
  const say = words();
  return (
    <div class="filters">
      <label>
        <span>{say.game}</span>
        <select
          class="text-field"
          value={open.ruleset.value}
          onChange={({ currentTarget }) => {
            open.ruleset.value = currentTarget.value as RulesetName | "any";
          }}
        >
          <option value="any">{say.any}</option>
          {RULESETS.map((name) => <option key={name} value={name}>{rulesetWords({ ruleset: name, edition: "base" })?.title}</option>)}
        </select>
      </label>
      <label>
        <span>{say.pace}</span>
        <select
          class="text-field"
          value={open.speed.value}
          onChange={({ currentTarget }) => {
            open.speed.value = currentTarget.value as Speed | "any";
          }}
        >
          <option value="any">{say.any}</option>
          {SPEEDS.map((speed) => <option key={speed} value={speed}>{say.speeds[speed]}</option>)}
        </select>
      </label>
    </div>
  );
}

function TableRow({ game, action, onSit }: { game: GameSummary; action: Action; onSit: () => void }) {
  const say = words();
  const title = rulesetWords(game)?.title ?? "";
  const clock = catalogue.value?.clocks.find(({ name }) => name === game.clock?.preset)?.title;
  const changed = Object.keys(game.options).filter((name) => !["ruleset", "edition"].includes(name) && isHouseRule(name)).length;
  const speed = clock ?? (say.speeds as Record<string, string>)[game.clock?.speed ?? "none"] ?? "";
  const asks = game.min_reliability === null ? [] : [say.minReliability(game.min_reliability)];
  const facts = [speed, ...asks, ...(changed > 0 ? [say.house(changed)] : [])];
  const host = game.host === null ? undefined : game.seats[game.host];
  const people = host === undefined ? othersAt(game) : seatName(host);
  return (
    <li class="open-table">
      <span class="what">
        <Link href={`/games/${game.id}`} class="who">{title}</Link>
        <span class="line">{people}</span>
        {typeof host?.player_id === "string" && <span class="line quiet"><ReliabilityOf player={host.player_id} /></span>}
        <span class="line">{say.seats(game.seats.length - game.open_seats, game.seats.length)}</span>
        <span class="line quiet">
          {facts.join(" · ")} · <Link href={`/games/${game.id}/rules`}>{say.rules}</Link>
        </span>
      </span>
      <Button disabled={action.isBusy} aria-label={say.sitAt(`${title}, ${people}`)} onClick={onSit}>{say.sit}</Button>
    </li>
  );
}

function isHouseRule(name: string): boolean {
  return catalogue.value?.options.some((one) => one.name === name && one.kind === "house_rule") ?? false;
}
