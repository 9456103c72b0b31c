import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";

export function originScenarios(stage: () => Stage): void {
  test("a question says who said each argument, a yes can trust the source, and the run draws the flow", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    const run = await server.runtime.openRun({
      title: "minutes",
      message: "Send everybody in the minutes the word plan or review",
      park: "wait",
    });
    await run.execute({ tool: "read_minutes", input: {} });
    const first = run.execute({ tool: "send_note", input: { to: "ann@a.test", body: "plan" } });
    await page.goto(`${server.url}/#/approvals`);
    const question = page.locator("[data-approval]", { hasText: "ann@a.test" });
    const said = question.locator("li.warned", { hasText: "to:" });
    await expect.poll(() => said.textContent()).toContain('"ann@a.test", from read_minutes, not from you');
    expect(await axeProblems(page)).toEqual([]);
    await keepPicture(page, { path: `${folder}/question-origins.png` });
    await question.getByRole("radio", { name: /trust what read_minutes has said so far/ }).check();
    await question.getByRole("button", { name: "Approve", exact: true }).click();
    expect((await first).type).toBe("success");
    // The source is trusted for this tool now: nobody is asked.
    const second = await run.execute({ tool: "send_note", input: { to: "bob@b.test", body: "review" } });
    expect(second.type).toBe("success");
    await run.end("done");
    await page.goto(`${server.url}/#/runs/${run.id}`);
    const graph = page.getByRole("img", { name: "Where arguments came from" });
    await graph.waitFor();
    expect(await graph.locator("text").allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining("read_minutes")]),
    );
    expect(await graph.locator("path").count()).toBeGreaterThanOrEqual(2);
    await keepPicture(page, { path: `${folder}/run-flow.png` });
  });
}
