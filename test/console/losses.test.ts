import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { type ABrowser, aBrowser } from "./a-browser.ts";
import { type ALivedInConsole, aLivedInConsole } from "./a-lived-in-console.ts";
import { findChromium } from "./find-chromium.ts";
import { databaseScenarios } from "./scenarios/databases.ts";
import { messengerScenarios } from "./scenarios/messengers.ts";
import { moneyScenarios } from "./scenarios/money.ts";
import { settingScenarios } from "./scenarios/settings.ts";

const folder = join(import.meta.dirname, "../../screenshots/console");
const found = findChromium();

/** What these scenes share: one server whose config the browser changes, and one browser. */
export interface LivedInStage {
  readonly console: ALivedInConsole;
  readonly browser: ABrowser;
  /** Where pictures are kept. */
  readonly folder: string;
}

describe.skipIf(found === undefined)("what people lose sleep over, in Chromium", () => {
  let stage: LivedInStage | undefined;
  const get = () => {
    if (stage === undefined) throw new Error("The stage is not set");
    return stage;
  };
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    const console = await aLivedInConsole();
    const browser = await aBrowser(found ?? "", { origin: console.url });
    stage = { console, browser, folder };
  });
  afterAll(async () => {
    await stage?.browser.close();
    await stage?.console[Symbol.asyncDispose]();
  });

  databaseScenarios(get);
  messengerScenarios(get);
  moneyScenarios(get);
  settingScenarios(get);
});
