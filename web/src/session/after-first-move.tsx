// What a person is asked after their first move: a guest for an address, others to install the app. Shown on the table
// and above the list of games, until they say that it has time.

import { signal } from "@preact/signals";
import { keepSetting, setting } from "../device/setting.ts";
import { InstallNotice } from "../parts/install-notice.tsx";
import { canInstall } from "../worker/installation.ts";
import { hasMoved } from "./first-move.ts";
import { KeepAccount } from "./keep-account.tsx";
import { session } from "./session.ts";

/** A guest is asked again in another session: they may lose their games. */
const ADDRESS_LATER = "flipside-address-later";
const INSTALL_LATER = "flipside-install-later";

const addressLater = signal(setting(ADDRESS_LATER, "sessionStorage") !== null);
const installLater = signal(setting(INSTALL_LATER) !== null);

export function AfterFirstMove() {
  if (!hasMoved.value) return null;
  if (session.value?.guest === true) return addressLater.value ? null : <KeepAccount onLater={putAddressOff} />;
  return installLater.value || !canInstall() ? null : <InstallNotice onLater={putInstallOff} />;
}

function putAddressOff(): void {
  keepSetting(ADDRESS_LATER, "1", "sessionStorage");
  addressLater.value = true;
}

function putInstallOff(): void {
  keepSetting(INSTALL_LATER, "1");
  installLater.value = true;
}
