import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Stage } from "../console.test.ts";
import { answer, say } from "./chat.ts";

const PAST = 25;

export function conversationScenarios(stage: () => Stage): void {
  test("a long conversation shows its last turns, and earlier ones when one scrolls up, without moving what is read", async () => {
    const { browser, console: server } = stage();
    const { conversations } = server.runtime;
    const past = Array.from({ length: PAST }, (_nothing, index) => ({
      message: `Question ${index + 1}.`,
      answer: `Answer ${index + 1}, which is long enough to fill a line or two of the page.`,
    }));
    await conversations.begin("c-long", { user: "local", door: "http", mayApprove: true }, past);
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/chat/c-long`);
    await page.getByText(`Question ${PAST}.`, { exact: true }).waitFor();
    expect(await page.locator(".turn").count()).toBe(20);
    const first = page.getByText("Question 6.", { exact: true });
    const flow = page.locator(".chat-flow");
    await expect.poll(() => flow.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    // To the top, as a person does once the end is shown: the rest comes by itself, and what was on top stays where it is.
    const before = await first.evaluate((element) => {
      element.closest(".chat-flow")?.scrollTo(0, 0);
      return element.getBoundingClientRect().top;
    });
    await expect.poll(() => page.locator(".turn").count()).toBe(PAST);
    await expect.poll(() => page.getByRole("button", { name: "Earlier messages" }).count()).toBe(0);
    const after = await first.evaluate((element) => element.getBoundingClientRect().top);
    expect(Math.abs(after - before)).toBeLessThan(100);
  });

  test("a conversation is found by what was said in it, renamed, and kept as a file", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "the pilot is called Anjin");
    await answer(page).getByText("You said: the pilot").waitFor();
    await page.getByRole("link", { name: "New conversation" }).click();
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("ANJIN");
    const list = page.getByRole("navigation", { name: "Conversations" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
    const item = list.getByRole("listitem");
    await item.hover();
    await item.getByRole("button", { name: /Rename/ }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Who brings ships in: 1/2");
    await page.keyboard.press("Enter");
    await list.getByRole("link", { name: /Who brings ships in/ }).waitFor();
    const download = page.waitForEvent("download");
    await item.hover();
    await item.getByRole("button", { name: /Export/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("Who-brings-ships-in-1-2.md");
    const text = await readFile(await file.path(), "utf8");
    expect(text).toMatch(/^# Who brings ships in: 1\/2\n/);
    expect(text).toContain("> the pilot is called Anjin");
    expect(text).toContain("You said: the pilot is called Anjin");
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("nobody said this");
    await page.getByText("No conversation found.").waitFor();
  });

  test("a message can be asked again, brought back, changed and sent to another persona; an answer can be copied", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page, context } = window;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(server.url);
    await say(page, "how deep is the water");
    await answer(page).getByRole("button", { name: "Copy the answer" }).click();
    await answer(page).getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("You said: how deep is the water");
    await answer(page).getByRole("button", { name: "Ask again" }).click();
    await expect.poll(() => page.locator(".turn").count()).toBe(2);
    await answer(page).getByText("You said: how deep is the water").waitFor();
    await page.getByRole("combobox", { name: "Who answers" }).selectOption("kurisu");
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/chat"));
    await answer(page).getByRole("button", { name: "Edit and send again" }).click();
    const field = page.getByRole("textbox", { name: "Message" });
    expect(await field.inputValue()).toBe("how deep is the water");
    await field.press("End");
    await page.keyboard.type(" at noon");
    await page.keyboard.press("Enter");
    await answer(page).getByText("You said: how deep is the water at noon").waitFor();
    expect(JSON.parse((await sent).postData() ?? "{}")).toMatchObject({ persona: "kurisu" });
    await field.press("ArrowUp");
    expect(await field.inputValue()).toBe("how deep is the water at noon");
  });

  test("a file that is dropped anywhere on the chat goes with the message", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await page.getByRole("heading", { name: "What can I do for you?" }).waitFor();
    const held = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["tea,12"], "manifest.csv", { type: "text/csv" }));
      return transfer;
    });
    await page.dispatchEvent("main", "dragover", { dataTransfer: held });
    await page.getByText("Drop the files to attach them").waitFor();
    await page.dispatchEvent("main", "drop", { dataTransfer: held });
    await page.getByRole("button", { name: "Remove manifest.csv" }).waitFor();
    await expect.poll(() => page.getByText("Drop the files to attach them").count()).toBe(0);
  });

  test("what is said elsewhere appears here, and a link leads to one turn of many", async () => {
    const { browser, console: server } = stage();
    const { conversations } = server.runtime;
    const speaker = { user: "local", door: "http", mayApprove: true };
    const past = Array.from({ length: PAST }, (_nothing, index) => ({
      message: `Line ${index + 1}.`,
      answer: "Yes. ".repeat(80),
    }));
    await conversations.begin("c-shared", speaker, past);
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/chat/c-shared`);
    await page.getByText(`Line ${PAST}.`, { exact: true }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await conversations.say("from another window", speaker, { conversation: "c-shared" });
    await answer(page).getByText("You said: from another window").waitFor();
    // A question makes the page much longer at once: it is still followed.
    const said = await conversations.say("write quay/third.txt please", speaker, {
      conversation: "c-shared",
    });
    const deny = page
      .getByRole("article", { name: "Run write_file?" })
      .getByRole("button", { name: "Deny", exact: true });
    await deny.waitFor();
    await expect.poll(async () => (await deny.boundingBox())?.y ?? 9999).toBeLessThan(800);
    await expect.poll(() => page.getByRole("button", { name: "Jump to latest" }).count()).toBe(0);
    await deny.click();
    await answer(page).getByText("It did not work: write_file").waitFor();
    expect(said.type).toBe("run");
    const [first] = await conversations.turns("c-shared", speaker, { limit: 100 });
    await page.goto("about:blank");
    await page.goto(`${server.url}/#/chat/c-shared?run=${first?.runId}`);
    const wanted = page.getByRole("log").getByText("Line 1.", { exact: true });
    await wanted.waitFor();
    await expect
      .poll(() => wanted.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(300);
    expect(await wanted.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
  });
}
