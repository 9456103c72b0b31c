import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";
import { DejimaError } from "../../src/contract/error.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aBrowser, axeProblems } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

const found = findChromium();

test.skipIf(found === undefined)(
  "the console says that a changed config is not used, until the person has read it",
  async () => {
    expect(buildConsole()).toBe(true);
    const workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-banner-")));
    const runtime = createRuntime({ workspace, home: join(workspace, ".dejima"), variables: {} });
    const server = await serve({ runtime, host: "127.0.0.1", port: 0, onFault: expect.unreachable });
    const browser = await aBrowser(found ?? "");
    try {
      await runtime.reload(async () => {
        throw new DejimaError("invalid_input", 'Cannot use the config "dejima.yaml": line 2: it is torn');
      });
      const { page, complaints } = await browser.open({ size: "desktop", language: "en", theme: "light" });
      await page.goto(`${server.url}/#/tools`);
      const banner = page.getByRole("status").filter({ hasText: "The settings from before stay in effect" });
      await banner.getByText("line 2: it is torn").waitFor();
      expect(await axeProblems(page)).toEqual([]);
      await banner.getByRole("button", { name: "Got it" }).click();
      await banner.waitFor({ state: "detached" });
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
      await runtime.close();
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);
