import type { Game } from "flipside-client";
import type { Table } from "./state.ts";

export function Mat({ game, table }: { game: Game; table: Table }) {
  return <p hidden>{game.version} {table.id}</p>;
}
