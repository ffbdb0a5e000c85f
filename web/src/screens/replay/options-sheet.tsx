// Whose eyes look, and sharing the moment.

import type { Game } from "flipside-client";
import { othersAt, seatName } from "../../games/names.ts";
import { Choices } from "../../parts/choices.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { cardOfMoment, type ShareCard } from "../../share-card/card.ts";
import { publicState } from "../../share-card/public-view.ts";
import { ShareButton } from "../../share-card/share-button.tsx";
import { caption } from "./caption.ts";
import type { Moment } from "./moments.ts";
import type { Playback } from "./playback.ts";
import type { Viewer } from "./recording.ts";
import { words } from "./texts.ts";

export function OptionsSheet({ game, playback, onClose }: { game: Game; playback: Playback; onClose: () => void }) {
  const say = words();
  const { viewer } = playback.recording;
  const moment = playback.moment.value;
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
      {moment !== undefined && (
        <>
          <h3>{say.thisMoment}</h3>
          <p class="buttons">
            <ShareButton game={game} read={() => readCard(game, moment)} link={`${location.origin}/replays/${game.id}?version=${moment.version}`} />
          </p>
        </>
      )}
      <p class="quiet">{say.keys}</p>
    </Sheet>
  );
}

/** What a picture of the moment shows. What happened is told from the person's own log, so only of a match that is over. */
async function readCard(game: Game, moment: Moment): Promise<ShareCard | null> {
  const state = await publicState(game, moment.version);
  if (state === null) return null;
  const names = othersAt({ seats: game.seats, your_seat: null });
  return cardOfMoment(game, state, game.status === "finished" ? caption(moment, game.seats, null).title : words().beingPlayed(names));
}
