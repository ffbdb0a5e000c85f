// Whose eyes look, and a link to the moment.

import type { Game } from "flipside-client";
import { seatName } from "../../games/names.ts";
import { Choices } from "../../parts/choices.tsx";
import { Share } from "../../parts/share.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import type { Playback } from "./playback.ts";
import type { Viewer } from "./recording.ts";
import { words } from "./texts.ts";

export function OptionsSheet({ game, playback, onClose }: { game: Game; playback: Playback; onClose: () => void }) {
  const say = words();
  const { viewer } = playback.recording;
  const choices: { value: Viewer; title: string }[] = [
    { value: "open", title: say.everybody },
    ...game.seats.map((seat) => ({ value: seat.seat, title: seatName(seat) })),
  ];
  return (
    <Sheet title={say.options} onClose={onClose}>
      {game.status === "finished" && (
        <Choices
          legend={say.viewer}
          isSmall
          choices={choices}
          chosen={viewer.value}
          onChoose={(value) => {
            viewer.value = value;
          }}
        />
      )}
      <h3>{say.link}</h3>
      <p class="buttons"><Share link={location.href} text={say.linkText} /></p>
      <p class="quiet">{say.keys}</p>
    </Sheet>
  );
}
