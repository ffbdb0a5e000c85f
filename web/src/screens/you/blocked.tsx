// The players whom the person has blocked.

import type { BlockList } from "flipside-client";
import { useAnswer } from "../../parts/answer.ts";
import { client } from "../../session/session.ts";
import { ago } from "../../texts/times.ts";
import { Group } from "./group.tsx";
import { youTexts } from "./texts.ts";

export function Blocked() {
  const say = youTexts();
  const blocks = useAnswer<BlockList>((asked) => asked.get("/v1/me/blocks"));
  return (
    <>
      <p class="quiet">{say.blockedNote}</p>
      <Group
        title={say.blockedPlayers}
        of={blocks}
        label={say.unblock}
        rows={(blocks.value?.blocks ?? []).map(({ id, name, blocked_at }) => ({
          id,
          name,
          note: ago(blocked_at),
          remove: () => client.peek().delete("/v1/me/blocks/{player_id}", { path: { player_id: id } }),
        }))}
      />
    </>
  );
}
