import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aBrowser, axeProblems } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

const found = findChromium();

test.skipIf(found === undefined || !hasPostgres)(
  "a person sees who changed what in the team's config, with the difference, and goes back to a version",
  async () => {
    expect(buildConsole()).toBe(true);
    await using postgres = await aPostgres();
    const workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-team-history-")));
    const config = { store: await postgres.newDatabase(), runs: "workers" } as const;
    const home = join(workspace, ".dejima");
    const runtime = createRuntime({ workspace, home, variables: {}, config });
    const server = await serve({ runtime, host: "127.0.0.1", port: 0, onFault: expect.unreachable });
    const browser = await aBrowser(found ?? "");
    try {
      const set = (text: string, by: string, change: string) =>
        runtime.teamConfig.change(() => text, { by, change });
      await set("tools:\n  timeout: 7s\n", "ada", "shorter calls");
      await set("tools:\n  timeout: 90s\n", "bob", "longer calls");
      const { page, complaints } = await browser.open({ size: "desktop", language: "en", theme: "light" });
      await page.goto(`${server.url}/#/settings`);
      const history = page.getByRole("region", { name: "Team history" });
      await history.getByText("longer calls").waitFor();
      const rows = await history.getByRole("listitem").allInnerTexts();
      expect(rows[0]).toMatch(/Version 2[\s\S]*in use[\s\S]*longer calls[\s\S]*by bob/);
      expect(rows[1]).toMatch(/Version 1[\s\S]*shorter calls[\s\S]*by ada/);
      expect(await axeProblems(page)).toEqual([]);

      await history.getByRole("button", { name: /^Version 2/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("+  timeout: 90s").waitFor();
      expect(await dialog.getByRole("button", { name: "Go back to this version" }).isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await history.getByRole("button", { name: /^Version 1/ }).click();
      await dialog.getByText("-  timeout: 90s").waitFor();
      expect(await axeProblems(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Go back to this version" }).click();
      await history.getByText("roll back to version 1").waitFor();
      expect(await runtime.teamConfig.current()).toMatchObject({
        number: 3,
        by: "local",
        text: "tools:\n  timeout: 7s\n",
      });
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
      await runtime.close();
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);
