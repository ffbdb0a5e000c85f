// Sharing a match: a picture of it, and a link to it.

import type { Game } from "flipside-client";
import { useEffect, useState } from "preact/hooks";
import { useAction } from "../parts/action.ts";
import { Button } from "../parts/button.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { Sheet } from "../parts/sheet.tsx";
import type { ShareCard } from "./card.ts";
import { pictureOf } from "./picture.ts";
import { words } from "./texts.ts";

export interface ShareSheetProps {
  game: Game;
  /** What the picture shows; null if not everybody may see it. */
  read: () => Promise<ShareCard | null>;
  link: string;
  onClose: () => void;
}

interface Picture {
  file: File;
  card: ShareCard;
  address: string;
}

export default function ShareSheet({ game, read, link, onClose }: ShareSheetProps) {
  const say = words();
  const action = useAction();
  const picture = usePicture(action.run, read);
  const [done, setDone] = useState("");
  const canShare = picture != null && typeof navigator.canShare === "function" && navigator.canShare({ files: [picture.file] });
  const share = async () => {
    if (picture == null) return;
    const shared = { files: [picture.file], title: picture.card.title };
    await navigator.share(game.private ? shared : { ...shared, url: link }).catch(() => {}); // closed without sharing
  };
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setDone(say.copied);
  };
  return (
    <Sheet title={say.title} onClose={onClose}>
      {action.refusal !== undefined && <Refusal refusal={action.refusal} />}
      {action.isOffline && <p class="notice" role="alert">{say.offline}</p>}
      {picture === undefined && action.isBusy && <p class="share-picture quiet" role="status">{say.drawing}</p>}
      {picture === null && <p>{game.status === "finished" || game.private ? say.private : say.hidden}</p>}
      {picture != null && <img class="share-picture" src={picture.address} width="1200" height="630" alt={describe(picture.card)} />}
      <div class="share-ways">
        {canShare && <Button look="filled" onClick={() => void share()}>{say.share}</Button>}
        {picture != null && (
          <Button look={canShare ? "outlined" : "filled"} onClick={() => { save(picture.file); setDone(say.saved); }}>{say.save}</Button>
        )}
        {!game.private && typeof navigator.clipboard === "object" && (
          <Button onClick={() => void copy().catch(() => setDone(link))}>{say.copy}</Button>
        )}
      </div>
      {game.private && picture != null && <p class="quiet">{say.noLink}</p>}
      <p class="share-done quiet" role="status">{done}</p>
    </Sheet>
  );
}

/** Undefined until the picture is drawn, null if there is none. */
function usePicture(run: (act: () => Promise<unknown>) => void, read: () => Promise<ShareCard | null>): Picture | null | undefined {
  const [picture, setPicture] = useState<Picture | null | undefined>();
  useEffect(() => {
    run(async () => {
      const card = await read();
      if (card === null) return setPicture(null);
      const file = await pictureOf(card);
      return setPicture({ file, card, address: await dataAddress(file) });
    });
  }, []);
  return picture;
}

/** The picture in words, for those who do not see it. */
function describe({ title, subtitle, rows }: ShareCard): string {
  const standings = rows.map(({ name, note, value }) => `${name}: ${value}${note === "" ? "" : ` (${note})`}`);
  return `${title}. ${subtitle}. ${standings.join(", ")}.`;
}

/** The policy of the page allows pictures from `data:`, but not from `blob:`. */
function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
