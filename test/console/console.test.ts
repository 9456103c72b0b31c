import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { type ABrowser, aBrowser } from "./a-browser.ts";
import { type AConsole, aConsole } from "./a-console.ts";
import { findChromium } from "./find-chromium.ts";
import { approvalScenarios } from "./scenarios/approvals.ts";
import { branchScenarios } from "./scenarios/branches.ts";
import { chatScenarios } from "./scenarios/chat.ts";
import { connectScenarios } from "./scenarios/connect.ts";
import { conversationScenarios } from "./scenarios/conversations.ts";
import { costScenarios } from "./scenarios/costs.ts";
import { endScenarios } from "./scenarios/ends.ts";
import { keyboardScenarios } from "./scenarios/keyboard.ts";
import { originScenarios } from "./scenarios/origins.ts";
import { fetchScenarios, pageScenarios } from "./scenarios/pages.ts";
import { personScenarios } from "./scenarios/person.ts";
import { questionScenarios } from "./scenarios/questions.ts";
import { richAnswerScenarios } from "./scenarios/rich-answers.ts";
import { runScenarios } from "./scenarios/runs.ts";
import { secretScenarios } from "./scenarios/secrets.ts";
import { skillScenarios } from "./scenarios/skills.ts";
import { toolScenarios } from "./scenarios/tools.ts";

const folder = join(import.meta.dirname, "../../screenshots/console");
const found = findChromium();
if (found === undefined)
  console.log(
    "console: no Chromium on this machine, its pages are not tested; `apt-get install chromium` brings one",
  );

/** What the scenarios share: one server and one browser. */
export interface Stage {
  readonly console: AConsole;
  readonly browser: ABrowser;
  /** Where pictures are kept. */
  readonly folder: string;
}

describe.skipIf(found === undefined)("the console in Chromium", () => {
  let stage: Stage | undefined;
  const get = () => {
    if (stage === undefined) throw new Error("The stage is not set");
    return stage;
  };
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    const console = await aConsole();
    const browser = await aBrowser(found ?? "", { origin: console.url });
    stage = { console, browser, folder };
  });
  afterAll(async () => {
    await stage?.browser.close();
    await stage?.console.close();
  });

  chatScenarios(get);
  conversationScenarios(get);
  branchScenarios(get);
  richAnswerScenarios(get);
  approvalScenarios(get);
  questionScenarios(get);
  originScenarios(get);
  skillScenarios(get);
  toolScenarios(get);
  runScenarios(get);
  endScenarios(get);
  personScenarios(get);
  connectScenarios(get);
  costScenarios(get);
  secretScenarios(get);
  keyboardScenarios(get);
  fetchScenarios(get);
  // Last: the pages then show what the others have done.
  pageScenarios(get);
});
