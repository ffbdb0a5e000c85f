import type { Game } from "flipside-client";

export function WaitingRoom({ game }: { game: Game }) {
  return <p hidden>{game.version}</p>;
}
