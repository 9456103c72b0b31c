import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
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
    await keepPicture(page, { path: `${folder}/run-forty.png` });
    await page.getByRole("button", { name: "Failed (4)" }).click();
    await expect.poll(() => timeline.getByRole("button").count()).toBe(4);
    expect(await axeProblems(page)).toEqual([]);
    await page.goto(`${server.url}/#/runs/no-such-run`);
    await page.getByRole("alert").getByText("Not found").waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(1);
  });

  test("runs are found by words, status, tool and model, a model request shows what was asked, and two runs stand side by side", async () => {
    const { browser, console: server, folder } = stage();
    const { conversations, history } = server.runtime;
    const speaker = { user: "local", door: "test", mayApprove: true };
    for (const text of ["seek the missing anchor", "seek a briefing on anchors"]) {
      const said = await conversations.say(text, speaker);
      if (said.type !== "run") throw new Error(`no run: ${said.type}`);
      const { signal } = new AbortController();
      await Array.fromAsync(conversations.follow(said.runId, speaker, { signal }));
    }
    const [latest] = await history.list({ limit: 1 });
    await using window = await browser.open();
    const { page, complaints } = window;
    await page.goto(`${server.url}/#/runs`);
    const rows = page.locator(".rows a.row");
    await page.getByRole("searchbox").fill("SEEK");
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole("combobox", { name: "Tool" }).fill("read_file");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText("seek the missing anchor").waitFor();
    await keepPicture(page, { path: `${folder}/runs-filtered.png` });
    expect(await axeProblems(page)).toEqual([]);
    expect(page.url()).toContain("tool=read_file");
    await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
    await page.getByText("No run matches these filters.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(2);

    await page.getByRole("searchbox").fill("seek the missing");
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().click();
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByRole("button", { name: /Model/ }).first().click();
    await timeline.getByText("Wanted to call").waitFor();
    await timeline.getByRole("button", { name: "Show what it was asked" }).click();
    await timeline.getByText("its hash is that of the request", { exact: false }).waitFor();
    await keepPicture(page, { path: `${folder}/run-request.png` });
    expect(await axeProblems(page)).toEqual([]);

    await page.goto(`${server.url}/#/insights?period=days1`);
    const today = page.getByRole("region", { name: "Runs today" });
    await today.getByRole("link", { name: /seek a briefing/ }).waitFor();
    await keepPicture(page, { path: `${folder}/insights-today.png` });
    expect(await axeProblems(page)).toEqual([]);
    await page
      .getByRole("region", { name: "By tool" })
      .getByRole("row", { name: /read_file/ })
      .getByRole("link")
      .last()
      .click();
    await rows.getByText("seek the missing anchor").first().waitFor();
    expect(page.url()).toContain("tool=read_file");
    await page.getByText("seek the missing anchor").first().click();

    await page.getByRole("link", { name: "Compare" }).click();
    await page.getByText("Choose the run to compare with", { exact: false }).waitFor();
    await page.getByRole("link", { name: /seek a briefing/ }).click();
    const table = page.getByRole("region", { name: "Two runs side by side" });
    await table
      .getByRole("cell", { name: /read_file/ })
      .first()
      .waitFor();
    expect(await table.locator("tr.differs").count()).toBeGreaterThan(1);
    expect(page.url()).toContain(`with=${latest?.id}`);
    await keepPicture(page, { path: `${folder}/run-comparison.png`, fullPage: true });
    expect(await axeProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
}
