import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { LivedInStage } from "../losses.test.ts";

export function settingScenarios(stage: () => LivedInStage): void {
  test("a person finds a setting, changes it, is told what is wrong with a value, and takes the change back", async () => {
    const { browser, console: server, folder } = stage();
    const { runtime } = server;
    const timeout = () => runtime.settings.config.tools.timeout;
    await using window = await browser.open();
    const { page, complaints } = window;
    const dialog = page.getByRole("dialog");
    await page.goto(`${server.url}/#/settings`);
    await page.getByRole("searchbox", { name: "Search the settings" }).fill("how long a call may run");
    await page.getByRole("row", { name: /^tools\.timeout/ }).waitFor();
    await page.getByRole("button", { name: "Change tools.timeout" }).click();
    await dialog.getByLabel("tools.timeout").fill("soon");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("soon", { exact: false }).waitFor();
    expect(timeout()).toBe(30_000);
    await dialog.getByLabel("tools.timeout").fill("45s");
    await keepPicture(page, { path: `${folder}/settings-change.png` });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. tools.timeout: 45s.").waitFor();
    expect(timeout()).toBe(45_000);
    expect(await readFile(join(server.folder, "dejima.yaml"), "utf8")).toContain("timeout: 45s");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(timeout).toBe(30_000);
    expect(await readFile(join(server.folder, "dejima.yaml"), "utf8")).not.toContain("timeout");
    expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  });
}
