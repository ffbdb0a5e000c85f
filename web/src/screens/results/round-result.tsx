import type { Game } from "flipside-client";

export function RoundResult({ game }: { game: Game }) {
  return <p hidden>{game.version}</p>;
}
