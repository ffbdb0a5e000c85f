// The addresses of the screens. A screen's code is loaded when it is opened, but for the list of games.

import { Route, Switch } from "wouter-preact";
import { later } from "./parts/later.tsx";
import { session } from "./session/session.ts";
import Games from "./screens/games/games.tsx";
import NotFound from "./screens/not-found/not-found.tsx";
import Welcome from "./screens/welcome/welcome.tsx";

const Table = later<{ id: string }>(() => import("./screens/table/table.tsx"));
const GameRules = later<{ game: string }>(() => import("./screens/rules/game-rules.tsx"));
const Rules = later<{ ruleset: string }>(() => import("./screens/rules/rules.tsx"));
const FindTable = later(() => import("./screens/find-table/find-table.tsx"));
const NewTable = later(() => import("./screens/new-table/new-table.tsx"));
const Join = later<{ code?: string }>(() => import("./screens/join/join.tsx"));
const Borrow = later<{ code: string; game: string; seat: string }>(() => import("./screens/join/borrow.tsx"));
const SignIn = later(() => import("./screens/sign-in/sign-in.tsx"));
const Replays = later(() => import("./screens/replays/replays.tsx"));
const Replay = later<{ id: string }>(() => import("./screens/replay/replay.tsx"));
const Audit = later<{ id?: string }>(() => import("./screens/audit/audit.tsx"));
const Inbox = later(() => import("./screens/inbox/inbox.tsx"));
const Player = later<{ player: string }>(() => import("./screens/player/player.tsx"));
const You = later<{ page?: string }>(() => import("./screens/you/you.tsx"));

export function App() {
  return (
    <Switch>
      <Route path="/">{session.value === null ? <Welcome /> : <Games />}</Route>
      <Route path="/games/:id/rules">{({ id }) => <GameRules game={id} />}</Route>
      <Route path="/games/:id">{({ id }) => <Table id={id} key={id} />}</Route>
      <Route path="/tables"><FindTable /></Route>
      <Route path="/new"><NewTable /></Route>
      <Route path="/join/:code?">{({ code }) => <Join {...(code === undefined ? {} : { code })} />}</Route>
      <Route path="/join/:code/:game/:seat">{({ code, game, seat }) => <Borrow code={code} game={game} seat={seat} key={code} />}</Route>
      <Route path="/sign-in"><SignIn /></Route>
      <Route path="/replays"><Replays /></Route>
      <Route path="/replays/:id">{({ id }) => <Replay id={id} key={id} />}</Route>
      <Route path="/audit/:id?">{({ id }) => <Audit {...(id === undefined ? {} : { id })} />}</Route>
      <Route path="/rules/:ruleset">{({ ruleset }) => <Rules ruleset={ruleset} />}</Route>
      <Route path="/inbox"><Inbox /></Route>
      <Route path="/players/:player">{({ player }) => <Player player={player} />}</Route>
      <Route path="/you/:page?">{({ page }) => <You {...(page === undefined ? {} : { page })} />}</Route>
      <Route><NotFound /></Route>
    </Switch>
  );
}
