import type { Game } from "flipside-client";

export function MatchResult({ game }: { game: Game }) {
  return <p hidden>{game.version}</p>;
}
