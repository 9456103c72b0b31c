import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { axeProblems } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";
import { answer, say } from "./chat.ts";

export function runScenarios(stage: () => Stage): void {
  test("a run has a timeline and a log, which is verified; a replay goes the same way; a forged log is caught", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "read the missing file and then stop");
    await answer(page).getByText("It did not work: read_file").waitFor();
    await page.getByRole("link", { name: "Show run" }).click();
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByRole("button", { name: /read_file/ }).click();
    await timeline.getByText("io_error").waitFor();
    // The address leads to the call that is open.
    expect(page.url()).toMatch(/\?call=[\w-]+\.1$/);
    await page.reload();
    await timeline.getByText("io_error").waitFor();
    await page.getByRole("button", { name: "Verify the log" }).click();
    await page.getByText("The log is intact", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText(/The replay matches|The replay differs/).waitFor();
    await page.getByRole("button", { name: "Harbour log" }).click();
    await page.getByRole("button", { name: /call-end/ }).click();
    await page.getByText('"ts_start"', { exact: false }).waitFor();
    const [id = ""] = (page.url().split("/").at(-1) ?? "").split("?");
    await appendFile(
      join(server.workspace, ".dejima/runs", id, "events.jsonl"),
      '{"seq":99,"type":"run-end"}\n',
    );
    await page.getByRole("button", { name: "Verify the log" }).click();
    await page.getByRole("alert").getByText("The log was changed", { exact: false }).waitFor();
  });

  test("a run that goes on elsewhere shows its steps as they happen, and can be stopped from here", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/runs`);
    const { conversations } = server.runtime;
    const speaker = { user: "local", door: "test", mayApprove: true };
    const said = await conversations.say("count from elsewhere", speaker);
    const row = page.getByRole("link", { name: /count from elsewhere/ });
    await row.getByText("Running").waitFor();
    await row.click();
    await page.getByRole("button", { name: /count_containers/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped", { exact: true }).waitFor();
    expect(said.type).toBe("run");
  });

  test("a run of forty calls can be looked through: what each is about, a scale that stays, and the failed ones alone", async () => {
    const { browser, console: server, folder } = stage();
    const run = await server.runtime.openRun({ title: "forty calls", user: "local" });
    for (let number = 0; number < 40; number++)
      await run.execute({ tool: "read_file", input: { path: number % 10 === 0 ? "none.txt" : "README.md" } });
    await run.end("done");
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/runs/${run.id}`);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText("none.txt").first().waitFor();
    await expect.poll(() => timeline.getByRole("button").count()).toBe(40);
    await timeline.getByRole("button").last().scrollIntoViewIfNeeded();
    const scale = await page.locator(".timeline-axis").boundingBox();
    expect(scale?.y).toBeGreaterThanOrEqual(0);
    await page.screenshot({ path: `${folder}/run-forty.png` });
    await page.getByRole("button", { name: "Failed (4)" }).click();
    await expect.poll(() => timeline.getByRole("button").count()).toBe(4);
    expect(await axeProblems(page)).toEqual([]);
    await page.goto(`${server.url}/#/runs/no-such-run`);
    await page.getByRole("alert").getByText("Not found").waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(1);
  });
}
