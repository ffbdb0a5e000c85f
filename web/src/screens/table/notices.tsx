// What is out of the ordinary: nobody is heard, nobody may move, nobody sits here.

import type { Game } from "flipside-client";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";

export function Notices({ game, table }: { game: Game; table: Table }) {
  const say = tableTexts();
  const isRunning = game.status === "running";
  const notices = [
    isRunning && !table.opened.isConnected.value && say.offline,
    game.quarantined && say.quarantined,
    game.view.paused && say.paused,
    isRunning && game.your_seat === null && (game.spectators === "delayed" ? say.watchingDelayed : say.watching),
  ].filter((one) => one !== false);
  if (notices.length === 0) return null;
  return <div class="notices" role="status">{notices.map((text) => <p key={text}>{text}</p>)}</div>;
}
