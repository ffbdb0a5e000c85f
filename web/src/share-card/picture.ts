// The share card as a file: its SVG is drawn into a canvas of this page.

import { words as catalogue } from "../catalogue/catalogue.ts";
import type { ShareCard } from "./card.ts";
import { draw, HEIGHT, type Measure, WIDTH } from "./drawing.ts";

const FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";

/** Draw a card. The policy of the page allows pictures from `data:`, and such a picture loads nothing else. */
export async function pictureOf(card: ShareCard): Promise<File> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no pictures.");
  const measure: Measure = (text, size, weight) => {
    context.font = `${weight} ${size}px ${FONT}`;
    return context.measureText(text).width;
  };
  const svg = draw(card, { sprite: await sprite(), idOf: (one) => catalogue.value?.card.get(one)?.drawing }, measure);
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  context.drawImage(image, 0, 0, WIDTH, HEIGHT);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("This browser writes no pictures.");
  return new File([blob], "flipside.png", { type: "image/png" });
}

/** The drawings that all faces of the page come from. */
async function sprite(): Promise<string> {
  const drawings = catalogue.value?.drawings;
  if (drawings === undefined) throw new TypeError("The catalogue has not come.");
  const answer = await fetch(drawings);
  if (!answer.ok) throw new TypeError(`${answer.status}`);
  return answer.text();
}
