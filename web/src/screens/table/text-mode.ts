// Whether the table is shown in words instead of pictures. Kept on the device.

import { signal } from "@preact/signals";
import { keepSetting, setting } from "../../device/setting.ts";

const KEPT = "flipside-text-mode";

export const isText = signal(setting(KEPT) === "on");

export function chooseText(to: boolean): void {
  keepSetting(KEPT, to ? "on" : "off");
  isText.value = to;
}
