import { render } from "preact";
import { createApi } from "./core/api.ts";
import { createChineseErrors } from "./core/chinese-errors.ts";
import { createClock } from "./core/clock.ts";
import { type Console, ConsoleContext } from "./core/console-context.ts";
import { createLive } from "./core/live.ts";
import { createMe } from "./core/me.ts";
import { createModel } from "./core/model.ts";
import { createNotices } from "./core/notices.ts";
import { createPreferences } from "./core/preferences.ts";
import { createRoute } from "./core/route.ts";
import { Shell } from "./shell/shell.tsx";

const preferences = createPreferences(document.documentElement);
const api = createApi(() => preferences.token.value);
const parts: Console = {
  api,
  preferences,
  route: createRoute(window),
  live: createLive(api, document, () => preferences.token.value),
  me: createMe(api, preferences.token),
  model: createModel(api, preferences.token),
  notices: createNotices(),
  chineseErrors: createChineseErrors(preferences.language),
  clock: createClock(),
};

const place = document.getElementById("console");
if (place === null) throw new Error("The page has no place for the console");
render(
  <ConsoleContext.Provider value={parts}>
    <Shell />
  </ConsoleContext.Provider>,
  place,
);
