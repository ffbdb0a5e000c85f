// Whether the window has room for columns beside the table.

import { signal } from "@preact/signals";

const room = matchMedia("(min-width: 1200px)");

export const isWide = signal(room.matches);

room.addEventListener("change", () => {
  isWide.value = room.matches;
});
