import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";
import { answer, say } from "./chat.ts";

export function branchScenarios(stage: () => Stage): void {
  test("an earlier message that is edited goes on in a branch, and the old conversation stays reachable", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page, complaints } = window;
    await page.goto(server.url);
    for (const text of ["branch one", "branch two", "branch three"]) {
      await say(page, text);
      await answer(page).getByText(`You said: ${text}`).waitFor();
      await answer(page).getByRole("button", { name: "Edit and send again" }).waitFor();
    }
    const before = page.url();
    await page.locator(".turn").nth(1).getByRole("button", { name: "Edit and send again" }).click();
    await page.getByText("The conversation continues from this message.", { exact: false }).waitFor();
    await keepPicture(page, { path: `${folder}/chat-edit.png` });
    expect(await axeProblems(page)).toEqual([]);
    await say(page, "branch instead");
    await answer(page).getByText("You said: branch instead").waitFor();
    expect(await page.locator(".said > p").first().textContent()).toBe("branch one");
    await expect.poll(() => page.locator(".turn").count()).toBe(2);
    expect(page.url()).not.toBe(before);
    await page.reload();
    await answer(page).getByText("You said: branch instead").waitFor();
    expect(await page.locator(".turn").count()).toBe(2);
    await page.goto(before);
    await answer(page).getByText("You said: branch three").waitFor();
    expect(await page.locator(".turn").count()).toBe(3);
    expect(complaints).toEqual([]);
  });

  test("messages that are written while it works wait in sight, and are sent one after the other", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "count them, then go on");
    await page.locator(".call").last().locator(".call-head").waitFor();
    await say(page, "queued first");
    await say(page, "queued second");
    await say(page, "queued third");
    await expect.poll(() => page.locator(".chat-waiting").count()).toBe(3);
    await keepPicture(page, { path: `${folder}/chat-queue.png` });
    expect(await axeProblems(page)).toEqual([]);
    await page.locator(".chat-waiting").nth(1).getByRole("button", { name: "Do not send it" }).click();
    for (let row = 0; row < 3; row++) server.next();
    await answer(page).getByText("You said: queued third").waitFor();
    expect(await page.locator(".said > p").allTextContents()).toEqual([
      "count them, then go on",
      "queued first",
      "queued third",
    ]);
  });

  test("a message written before a stop is left to the person, one written after it is sent, also on a reloaded page", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    const said = page.locator(".said > p");
    const waiting = page.locator(".chat-waiting");
    const stop = page.getByRole("main").getByRole("button", { name: "Stop", exact: true });
    await page.goto(server.url);
    await say(page, "count them, then stop");
    await page.locator(".call").last().locator(".call-head").waitFor();
    await say(page, "before the stop");
    await waiting.getByText("Sent next:").waitFor();
    // Written before the browser hears that the run has ended.
    const onStop = async (route: Route) => {
      await say(page, "after the stop");
      await route.continue();
    };
    await page.route("**/stop", onStop, { times: 1 });
    await stop.click();
    await answer(page).getByText("You said: before the stop").waitFor();
    expect(await said.allTextContents()).toEqual([
      "count them, then stop",
      "after the stop",
      "before the stop",
    ]);

    await say(page, "count them once more");
    await page.locator(".call").last().locator(".call-head").waitFor();
    await page.reload();
    await stop.waitFor();
    await say(page, "left to the person");
    await stop.click();
    await waiting.getByText("Not sent:").waitFor();
    await waiting.getByRole("button", { name: "Send", exact: true }).click();
    await answer(page).getByText("You said: left to the person").waitFor();
    expect(await waiting.count()).toBe(0);

    await say(page, "count them again");
    await page.locator(".call").last().locator(".call-head").waitFor();
    await page.reload();
    await stop.waitFor();
    await say(page, "after it");
    for (let row = 0; row < 3; row++) server.next();
    await answer(page).getByText("You said: after it").waitFor();
  });
}
