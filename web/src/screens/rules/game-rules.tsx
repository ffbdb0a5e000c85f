// The rules of one table, with its options and house rules.

import { Rulebook } from "./rulebook.tsx";

export default function GameRules({ game }: { game: string }) {
  return (
    <Rulebook
      of={game}
      back={`/games/${game}`}
      read={(asked, signal) => asked.get("/v1/games/{game_id}/rules", { path: { game_id: game }, signal })}
    />
  );
}
