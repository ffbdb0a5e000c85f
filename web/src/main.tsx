// Starts the client: who is signed in, and the words, come first.

import { render } from "preact";
import { App } from "./app.tsx";
import { UpdateNotice } from "./parts/update-notice.tsx";
import { startLanguage } from "./texts/language.ts";
import { startSession } from "./session/session.ts";
import { startTheme } from "./styles/theme.ts";
import { startInstallation } from "./worker/installation.ts";
import { startServiceWorker } from "./worker/registration.ts";

startTheme();
startInstallation();
startLanguage();
await startSession();
render(
  <>
    <UpdateNotice />
    <App />
  </>,
  document.body,
);
void startServiceWorker();
