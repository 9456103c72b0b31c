import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";
import { answer, say } from "./chat.ts";

export function questionScenarios(stage: () => Stage): void {
  test("a program is a folded block that counts its calls, with its questions in sight", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "write it as a program");
    const block = page.getByRole("article", { name: "run_program" });
    await block.getByText("Program: 1 of 2 calls done").waitFor();
    const question = block.getByRole("article", { name: "Run write_file?" });
    await question.waitFor();
    expect(await block.locator(".call-head").getAttribute("aria-expanded")).toBe("false");
    expect(await block.locator(".call-inner").count()).toBe(0);
    await keepPicture(page, { path: `${folder}/chat-program.png` });
    await question.getByRole("button", { name: "Approve" }).click();
    await block.getByText("Program: 2 of 2 calls done").waitFor();
    await answer(page).getByText("Done: run_program.").waitFor();
    await block.locator(".call-head").first().click();
    expect(await block.locator(".call-inner .call-tool").allTextContents()).toEqual([
      "read_file",
      "write_file",
    ]);
    expect(await axeProblems(page)).toEqual([]);
  });

  test("a question says in one sentence what will happen, with what and why it asks; the model gets the reason of a no", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "write quay/why.txt please");
    const question = page.getByRole("article", { name: "Run write_file?" });
    await question.getByText("Write quay/why.txt?", { exact: true }).waitFor();
    await question.getByText('You are asked because the rule "write_file"').waitFor();
    const given = question.locator(".arguments");
    expect(await given.locator("dt").allTextContents()).toEqual(["path", "content"]);
    expect(await given.locator("dd").first().textContent()).toBe("quay/why.txt");
    // A radio button takes no letters: the keys of the card work with it focused.
    await question.getByRole("radio").first().focus();
    await page.keyboard.press("w");
    const why = question.getByRole("textbox", { name: /Why not/ });
    await why.fill("use quay/because.txt");
    expect(await axeProblems(page)).toEqual([]);
    await keepPicture(page, { path: `${folder}/question-reason.png` });
    await page.keyboard.press("Enter");
    await answer(page).getByText("It did not work: write_file because: use quay/because.txt").waitFor();
    expect(existsSync(join(server.workspace, "quay/why.txt"))).toBe(false);
    const [denied] = await server.runtime.approvals.list({ status: "denied" });
    expect(denied?.answers).toMatchObject([{ answer: "deny", reason: "use quay/because.txt" }]);
    await page.goto(`${server.url}/#/approvals?view=past`);
    await page.getByText("use quay/because.txt").first().waitFor();
  });

  test("windows in the background count what waits, over one connection, and another takes it over", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page: first, context } = window;
    const streams: string[] = [];
    context.on("request", (request) => {
      if (request.url().endsWith("/api/events")) streams.push(request.url());
    });
    await first.goto(`${server.url}/#/tools`);
    await first.locator(".side .dot.good").waitFor();
    const second = await context.newPage();
    await second.goto(`${server.url}/#/runs`);
    await second.locator(".side .dot.good").waitFor();
    expect(streams).toHaveLength(1);
    const run = await server.runtime.openRun({ title: "unseen", park: "wait" });
    const ask = (path: string) => run.execute({ tool: "write_file", input: { path, content: "x" } });
    const asked = [ask("unseen/a.txt")];
    await expect.poll(() => first.title()).toMatch(/^\(1\) /);
    await expect.poll(() => second.title()).toMatch(/^\(1\) /);
    await first.close();
    await expect.poll(() => streams.length).toBe(2);
    asked.push(ask("unseen/b.txt"));
    await expect.poll(() => second.title()).toMatch(/^\(2\) /);
    for (const { id } of await server.runtime.approvals.list({ status: "pending" }))
      await server.runtime.approvals.answer(id, { answer: "deny", by: "the test", door: "test" });
    expect((await Promise.all(asked)).map(({ type }) => type)).toEqual(["failure", "failure"]);
    await expect.poll(() => second.title()).toBe("Runs · Dejima");
    await run.end("failed");
  });

  test("the arguments of a tool of an MCP server stand on the card, too", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open({ size: "phone", theme: "dark" });
    const { page } = window;
    const run = await server.runtime.openRun({ title: "sums", park: "wait" });
    const tool = await server.runtime.mcp.find("cargo", "add");
    const outcome = run.execute({ tool, input: { a: 2, b: 3 } });
    await page.goto(`${server.url}/#/approvals`);
    const given = page.locator("[data-approval] .arguments");
    await given.waitFor();
    expect(await given.locator(".argument").allTextContents()).toEqual(["a2", "b3"]);
    await page.getByText("Use add of the server cargo?", { exact: true }).waitFor();
    await keepPicture(page, { path: `${folder}/question-mcp.png` });
    await page.getByRole("button", { name: "Deny", exact: true }).click();
    expect((await outcome).type).toBe("failure");
    await run.end("failed");
  });

  test("what was asked between the first look and the connection is counted and shown", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    const connected = Promise.withResolvers<void>();
    await page.route("**/api/events", async (route) => {
      await connected.promise;
      await route.continue();
    });
    await page.goto(`${server.url}/#/approvals`);
    await page.getByText("Nothing is waiting", { exact: false }).first().waitFor();
    const run = await server.runtime.openRun({ title: "early", park: "wait" });
    const deleted = run.execute({ tool: "delete_file", input: { path: "src/crane.ts" } });
    await expect.poll(() => server.runtime.approvals.list({ status: "pending" })).toHaveLength(1);
    connected.resolve();
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    await page.getByRole("button", { name: "Deny", exact: true }).click();
    expect((await deleted).type).toBe("failure");
    await run.end("failed");
  });

  test("questions about the same kind of call are approved at once, and the others go on waiting", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/approvals`);
    const run = await server.runtime.openRun({ title: "many", park: "wait" });
    const write = (name: string) =>
      run.execute({ tool: "write_file", input: { path: `alike/${name}`, content: "x" } });
    const written = [write("a.txt"), write("b.txt")];
    const deleted = run.execute({ tool: "delete_file", input: { path: "src/crane.ts" } });
    await expect.poll(() => page.locator("[data-approval]").count()).toBe(3);
    await expect.poll(() => page.title()).toMatch(/^\(3\) /);
    await keepPicture(page, { path: `${folder}/question-alike.png` });
    await page.getByRole("button", { name: "Approve 2 × write_file" }).click();
    expect((await Promise.all(written)).map(({ type }) => type)).toEqual(["success", "success"]);
    await expect.poll(() => page.locator("[data-approval]").count()).toBe(1);
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    // A radio button may have the focus, or there is none: then the card itself.
    await page.keyboard.press("j");
    await page.keyboard.press("d");
    expect((await deleted).type).toBe("failure");
    await expect.poll(() => page.title()).toBe("Approvals · Dejima");
    await run.end("failed");
  });

  test("a question about a write that changes nothing says so", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open({ size: "phone", language: "zh" });
    const { page } = window;
    const first = await server.runtime.openRun({ ask: async () => ({ answer: "approve", by: "the test" }) });
    const write = { tool: "write_file", input: { path: "alike/same.txt", content: "same" } };
    expect((await first.execute(write)).type).toBe("success");
    await first.end("done");
    const run = await server.runtime.openRun({ title: "again", park: "wait" });
    const outcome = run.execute(write);
    await page.goto(`${server.url}/#/approvals`);
    const card = page.locator("[data-approval]");
    await card.getByText("没有改动").waitFor();
    await keepPicture(page, { path: `${folder}/question-phone-zh.png`, fullPage: true });
    await card.getByRole("button", { name: "拒绝", exact: true }).click();
    expect((await outcome).type).toBe("failure");
    await run.end("failed");
  });
}
