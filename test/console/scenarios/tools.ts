import { expect, test } from "vitest";
import { keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";

export function toolScenarios(stage: () => Stage): void {
  test("tools are found by what they do, with scores, in either language, and can be tried", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/tools`);
    const standing = (tool: string) =>
      page.locator(".row", { hasText: tool }).first().locator(".badge").first();
    await expect.poll(() => standing("current_time").textContent()).toBe("Allowed");
    await expect.poll(() => standing("write_file").textContent()).toBe("Asked");
    await expect.poll(() => standing("move_file").textContent()).toBe("Off");
    await keepPicture(page, { path: `${folder}/tools-standing.png` });
    await page.getByRole("searchbox").fill("现在几点");
    const first = page.getByRole("main").getByRole("listitem").first();
    await first.getByText("current_time", { exact: true }).waitFor();
    await expect.poll(() => first.getByRole("img", { name: /match/ }).count()).toBe(1);
    await first.getByRole("link").click();
    await page.getByRole("heading", { name: "current_time", level: 1 }).waitFor();
    const fields = page.getByRole("table");
    await fields.getByRole("cell", { name: "timezone" }).waitFor();
    const trial = page.getByRole("region", { name: "Call it" });
    await trial.getByRole("textbox", { name: /timezone/ }).fill("Asia/Tokyo");
    await trial.getByRole("button", { name: "Run" }).click();
    await trial
      .getByText(/Asia\/Tokyo/)
      .last()
      .waitFor();
    await trial.getByRole("button", { name: "JSON" }).click();
    expect(JSON.parse(await trial.getByRole("textbox").inputValue())).toEqual({ timezone: "Asia/Tokyo" });
    await trial.getByRole("textbox").fill("{");
    await trial.getByRole("button", { name: "Run" }).click();
    await trial.getByRole("alert").getByText("This is not JSON", { exact: false }).waitFor();
    await page.goto(`${server.url}/#/tools/no_such_tool`);
    const alert = page.getByRole("alert");
    await alert.getByText("tool_not_found").waitFor();
    await alert.getByText("Tool not found", { exact: true }).waitFor();
    await page.getByRole("button", { name: "中文" }).click();
    await alert.getByText("没有这个工具", { exact: true }).waitFor();
    await alert.getByText("没有工具“no_such_tool”").waitFor();
    expect(await alert.locator("[lang=en]").count()).toBe(0);
    // A message without Chinese words stays as the server sent it, folded: no half of it is translated.
    const unheard = { code: "io_error", detail: 'The moon hides "a.txt": no such file' };
    await page.route("**/api/tools/no_such_tool", (route) =>
      route.fulfill({ status: 500, contentType: "application/problem+json", body: JSON.stringify(unheard) }),
    );
    await page.reload();
    await alert.getByText("读写失败").waitFor();
    await alert.getByText("原文").click();
    await alert.locator("[lang=en]").getByText(unheard.detail).waitFor();
  });

  test("the policy explains a call and tries other rules on what was done", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await server.runtime.execute("read_file", { path: "README.md" });
    await page.goto(`${server.url}/#/policy?view=explain&tool=write_file`);
    await page.getByRole("textbox", { name: "Input (JSON)" }).fill('{"path": "a.txt", "content": "x"}');
    await page.getByRole("button", { name: "Judge" }).click();
    const verdict = page.getByRole("region", { name: "Verdict" });
    await verdict.getByRole("heading", { name: /Asked/ }).waitFor();
    expect(await verdict.textContent()).toContain("write_file");
    await page.getByRole("button", { name: "What if" }).click();
    const safe = page.getByRole("textbox", { name: /^safe/ });
    await expect.poll(() => safe.inputValue()).toContain("count_containers");
    await page.getByRole("textbox", { name: /^deny/ }).fill("read_file");
    await page.getByRole("button", { name: "Try these rules" }).click();
    await page.getByText(/calls judged, \d+ would be judged differently/).waitFor();
  });

  test("a tool that an MCP server adds is out of use until it was looked at and accepted", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/mcp`);
    const ledger = page.getByRole("region", { name: "ledger" });
    await ledger.getByText("Never started").waitFor();
    await ledger.getByRole("button", { name: "Check now" }).click();
    await page.getByText("“ledger” answers").waitFor();
    await ledger.getByRole("button", { name: "Show tools" }).click();
    await ledger.getByText("Adds two numbers").waitFor();
    expect(await ledger.textContent()).toMatch(/\d+ tokens/);
    await ledger.getByRole("button", { name: "Error output" }).click();
    await ledger.getByText("the ledger is open").waitFor();
    // The first call makes it offer another tool than what was agreed to.
    const run = await server.runtime.openRun({ ask: async () => ({ answer: "approve", by: "the test" }) });
    const tool = await server.runtime.mcp.find("ledger", "add");
    expect(await run.execute({ tool })).toMatchObject({ type: "success" });
    await run.end("done");
    await ledger.getByRole("button", { name: "Check now" }).click();
    await ledger.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "What ledger offers now" });
    await review.locator(".diff .added").first().waitFor();
    expect(await review.locator(".diff .added").allTextContents()).toContainEqual(
      expect.stringContaining("Came later than the others"),
    );
    await keepPicture(page, { path: `${folder}/mcp-review.png` });
    await review.getByRole("button", { name: "Accept" }).click();
    await page.getByText("“ledger” accepted").waitFor();
    const cargo = page.getByRole("region", { name: "cargo" });
    await cargo.getByRole("button", { name: "Check now" }).click();
    await cargo.getByRole("button", { name: "Review" }).click();
    await page.getByRole("dialog").getByText("poisoned", { exact: true }).waitFor();
  });
}
