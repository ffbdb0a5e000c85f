// A new table that goes on from the position shown.

import type { Game } from "flipside-client";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { keep } from "../../games/my-games.ts";
import { botName, seatName } from "../../games/names.ts";
import { startMatch } from "../../games/tables.ts";
import { useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { Trouble } from "../../parts/state.tsx";
import { client } from "../../session/session.ts";
import { words } from "./texts.ts";

const BOTS = ["sharp", "random"];

export function BranchSheet({ game, version, turn, onClose }: { game: Game; version: number; turn: number | null; onClose: () => void }) {
  const say = words();
  const action = useAction();
  const [, navigate] = useLocation();
  const [seat, setSeat] = useState(game.your_seat ?? turn ?? 0);
  const [future, setFuture] = useState<"same" | "redealt">("same");
  const [bots, setBots] = useState<string | null>("sharp");
  const [command_id] = useState(() => crypto.randomUUID());
  const setUp = async () => {
    const created = await client.peek().post("/v1/games/{game_id}/branches", {
      path: { game_id: game.id },
      body: { version, seat, future, bots, private: game.private, command_id },
    });
    keep(created.game);
    if (bots !== null) await startMatch(created.game.id);
    navigate(`/games/${created.game.id}`);
  };
  return (
    <Sheet title={say.branchTitle} onClose={onClose}>
      <p>{say.branchIntro}</p>
      <Choices legend={say.branchSeat} isSmall choices={game.seats.map((one) => ({ value: one.seat, title: seatName(one) }))} chosen={seat} onChoose={setSeat} />
      <Choices
        legend={say.future}
        isSmall
        choices={[{ value: "same" as const, title: say.same }, { value: "redealt" as const, title: say.redealt }]}
        chosen={future}
        onChoose={setFuture}
      />
      <Choices
        legend={say.against}
        isSmall
        choices={[...BOTS.map((bot) => ({ value: bot as string | null, title: botName(bot) })), { value: null, title: say.friends }]}
        chosen={bots}
        onChoose={setBots}
      />
      <Trouble of={action} />
      <Button look="filled" disabled={action.isBusy} onClick={() => action.run(setUp)}>{say.setUp}</Button>
    </Sheet>
  );
}
