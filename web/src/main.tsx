// Starts the client: who is signed in, and the words, come first.

import { render } from "preact";
import { App } from "./app.tsx";
import { startLanguage } from "./texts/language.ts";
import { startSession } from "./session/session.ts";
import { startTheme } from "./styles/theme.ts";

startTheme();
startLanguage();
await startSession();
render(<App />, document.body);
