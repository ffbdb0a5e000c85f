import type { Game } from "flipside-client";
import type { Table } from "../state.ts";

export function Headline({ game, table }: { game: Game; table: Table }) {
  return <p hidden>{game.version} {table.id}</p>;
}
