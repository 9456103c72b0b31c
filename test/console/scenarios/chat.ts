import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";

/** Writes a message and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
}

/** The last answer. */
export const answer = (page: Page) => page.locator(".turn").last().locator(".answer");

export function chatScenarios(stage: () => Stage): void {
  test("the chat streams Markdown as elements, and nothing in it runs or loads", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page, complaints } = window;
    await page.goto(server.url);
    await say(page, "Give me the briefing");
    await answer(page).getByRole("cell", { name: "Batavia" }).waitFor();
    expect(await answer(page).locator("h3").first().textContent()).toBe("The quay today");
    const tasks = answer(page).locator("li.task");
    expect(await tasks.allTextContents()).toEqual(["papers of the Hoorn", "papers of the Batavia"]);
    expect(await tasks.getByRole("checkbox").first().isChecked()).toBe(true);
    expect(await answer(page).locator("img").count()).toBe(0);
    expect(await answer(page).locator(".code-language").textContent()).toBe("sh");
    expect(await answer(page).locator(".code-text").textContent()).toBe('"unload the Hoorn"');
    expect(
      await answer(page)
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toContain("https://example.com/");
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.title()).toBe("Chat · Dejima");
    expect(page.url()).toMatch(/#\/chat\/c-/);
    expect(complaints).toEqual([]);
  });

  test("a tool card shows input, live output with progress, duration and result", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "count the containers");
    const card = page.locator(".call").last();
    await card.locator(".call-head").waitFor();
    server.next();
    await card.getByText("Row 1: 12 containers").waitFor();
    await card.getByRole("progressbar", { name: "Row 1" }).waitFor();
    expect(await card.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("33");
    server.next();
    server.next();
    await answer(page).getByText("Done: count_containers.").waitFor();
    expect(await card.locator(".call-time").textContent()).toMatch(/ms|s/);
    // What wrote while it ran stays open: the page does not jump when it ends.
    expect(await card.locator(".call-head").getAttribute("aria-expanded")).toBe("true");
    const facts = card.locator(".facts");
    expect(await facts.first().textContent()).toBe("rows3");
    expect(await facts.last().textContent()).toBe("containers72");
  });

  test("calls that follow one another are put together, with how many failed", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "look around please");
    const steps = page.locator(".steps");
    await steps.getByText("4 steps").waitFor();
    await steps.getByText("1 failed").waitFor();
    expect(await steps.locator(".call").first().isVisible()).toBe(false);
    await steps.locator("summary").first().click();
    await steps.getByText("notes/today.md").waitFor();
    await keepPicture(page, { path: `${folder}/chat-steps.png` });
    expect(await axeProblems(page)).toEqual([]);
  });

  test("an inline approval shows the diff and the scopes, runs once approved, and can be undone", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "write quay/first.txt please");
    const question = page.getByRole("article", { name: "Run write_file?" });
    await question.waitFor();
    expect(await question.locator(".diff .added").allTextContents()).toContain("+# Order of work");
    expect(await question.getByRole("radio").count()).toBeGreaterThan(1);
    expect(existsSync(join(server.workspace, "quay/first.txt"))).toBe(false);
    await question.getByRole("button", { name: "Approve" }).click();
    await answer(page).getByText("Done: write_file.").waitFor();
    expect(existsSync(join(server.workspace, "quay/first.txt"))).toBe(true);
    await page.locator(".call-head").last().click();
    await page.getByText("Approved by you").waitFor();
    // The diff stays with the call.
    await page.locator(".call-body .diff .added").getByText("+# Order of work").waitFor();
    await page.locator(".call-head").last().click();
    await page.getByRole("button", { name: "Open quay/first.txt" }).click();
    const file = page.getByRole("dialog", { name: "quay/first.txt" });
    await file.getByText("# Order of work").waitFor();
    await keepPicture(page, { path: `${stage().folder}/open-file.png` });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".call-head").last().click();
    await page.getByText(/Undone: .*first\.txt/).waitFor();
    expect(existsSync(join(server.workspace, "quay/first.txt"))).toBe(false);
  });

  test("a run can be stopped, and a failed call says why", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "count, but not to the end");
    await page.locator(".call.running").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped", { exact: true }).first().waitFor();
    await say(page, "read the missing file");
    const failed = page.locator(".call.failed").filter({ hasText: "missing.txt" });
    await failed.locator(".call-head").click();
    await failed.getByText(/missing\.txt.*no such file/).waitFor();
  });

  test("artifacts are offered for download", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "make the report");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /quay\.csv/ }).click();
    expect((await download).suggestedFilename()).toBe("quay.csv");
  });

  test("files go with a message, to the tools of the conversation", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Attach files" }).click(),
    ]);
    await chooser.setFiles({ name: "cargo.csv", mimeType: "text/csv", buffer: Buffer.from("tea,12\n") });
    await page.getByRole("button", { name: "Remove cargo.csv" }).waitFor();
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/chat"));
    await say(page, "look at this");
    const { attachments } = JSON.parse((await sent).postData() ?? "{}");
    expect(attachments).toEqual([{ name: "cargo.csv", mediaType: "text/csv", content: "dGVhLDEyCg==" }]);
    await answer(page).getByText("You said", { exact: false }).waitFor();
    expect(await page.locator(".said").last().textContent()).toContain("cargo.csv");
  });

  test("a lost connection is taken up again without losing or repeating an event", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "count while the line drops");
    await page.locator(".call.running").waitFor();
    server.next();
    await page.getByText("Row 1: 12 containers").waitFor();
    server.line.cut();
    server.next();
    const banner = page.getByRole("status").filter({ hasText: "The server does not answer" });
    await banner.waitFor();
    const problems = await axeProblems(page);
    await keepPicture(page, { path: `${folder}/connection-lost.png` });
    // Tried while the server is still gone, nothing changes; once it is back, the page is, too.
    await banner.getByRole("button", { name: "Try now" }).click();
    await expect.poll(() => banner.count()).toBe(1);
    server.line.mend();
    expect(problems).toEqual([]);
    await banner.waitFor({ state: "detached" });
    server.next();
    await answer(page).getByText("Done: count_containers.").waitFor();
    await expect.poll(() => page.locator(".call").count()).toBe(1);
  });

  test("conversations are listed, opened again as they were, and deleted", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "remember the tide");
    await answer(page).getByText("You said: remember the tide").waitFor();
    await page.getByRole("link", { name: "New conversation" }).click();
    await page.getByRole("heading", { name: "What can I do for you?" }).waitFor();
    await page
      .getByRole("navigation", { name: "Conversations" })
      .getByRole("link", { name: /remember the tide/ })
      .click();
    await answer(page).getByText("You said: remember the tide").waitFor();
    await page.reload();
    await answer(page).getByText("You said: remember the tide").waitFor();
    const item = page.getByRole("listitem").filter({ hasText: "remember the tide" }).last();
    await item.hover();
    await item.getByRole("button", { name: /Delete/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "What can I do for you?" }).waitFor();
    await page.getByRole("link", { name: /remember the tide/ }).waitFor({ state: "detached" });
  });

  test("what was kept for the person is shown until it is marked as read", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "wake me at high tide");
    await answer(page).getByText("You said: wake me at high tide").waitFor();
    const conversation = page.url().split("/").at(-1) ?? "";
    const { mail } = server.runtime;
    const letter = { type: "text", text: "It is **high tide** now" } as const;
    const person = { conversation, door: "http", user: "local" };
    await mail.send(letter, person, { signal: AbortSignal.timeout(20_000) });
    // It appears in the open conversation as it comes, and is there after a reload.
    const kept = page.locator(".kept");
    await kept.getByText("high tide", { exact: true }).waitFor();
    expect(await page.locator(".notices").textContent()).toBe("");
    await page.reload();
    await kept.getByText("high tide", { exact: true }).waitFor();
    await kept.getByRole("button", { name: "Mark as read" }).click();
    await kept.waitFor({ state: "detached" });
    await expect.poll(() => mail.kept(conversation)).toEqual([]);
    await page.reload();
    await answer(page).getByText("You said: wake me at high tide").waitFor();
    await expect.poll(() => kept.count()).toBe(0);
  });

  test("a reminder is a toast on other pages, and a notification of the browser in the background", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page, context } = window;
    const { conversations, mail } = server.runtime;
    await conversations.begin("c-tide", { user: "local", door: "http", mayApprove: true }, [
      { message: "Remind me", answer: "I will." },
    ]);
    const person = { conversation: "c-tide", door: "http", user: "local" };
    const send = (text: string) =>
      mail.send({ type: "text", text }, person, { signal: AbortSignal.timeout(20_000) });
    await page.goto(`${server.url}/#/tools`);
    await page.locator(".side .dot.good").waitFor();
    await send("The ebb begins");
    await page.locator(".notices").getByText("The ebb begins").waitFor();
    await keepPicture(page, { path: `${folder}/reminder-toast.png` });

    await context.grantPermissions(["notifications"]);
    const hidden = await context.newPage();
    await hidden.addInitScript(`
      Object.defineProperty(document, "hidden", { value: true });
      window.told = [];
      window.Notification = class { static permission = "granted"; constructor(title, { body }) { told.push(title + ": " + body); } };
    `);
    await hidden.goto(`${server.url}/#/tools`);
    await hidden.locator(".side .dot.good").waitFor();
    await send("The flood begins");
    await expect.poll(() => hidden.evaluate("told")).toEqual(["Message for you: The flood begins"]);
    const run = await server.runtime.openRun({ title: "unseen", park: "wait" });
    const asked = run.execute({ tool: "write_file", input: { path: "unseen/c.txt", content: "x" } });
    await expect.poll(() => hidden.evaluate("told.length")).toBe(2);
    for (const { id } of await server.runtime.approvals.list({ status: "pending" }))
      await server.runtime.approvals.answer(id, { answer: "deny", by: "the test", door: "test" });
    expect((await asked).type).toBe("failure");
    await run.end("failed");
    await mail.take("c-tide");
  });
}
