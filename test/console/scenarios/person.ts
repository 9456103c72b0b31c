import { expect, test } from "vitest";
import { openTokens } from "../../../src/access/tokens.ts";
import { serve } from "../../../src/doors/http/serve.ts";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";

/** Where a viewer is told which role it takes. */
const ROLES_NEEDED = [
  ["skills", "admin"],
  ["memory", "user"],
  ["schedules", "user"],
  ["profile", "user"],
  ["tools/current_time", "user"],
  ["approvals?view=grants", "approver"],
  ["policy?view=whatIf", "approver"],
] as const;

export function personScenarios(stage: () => Stage): void {
  test("memories are added, found, corrected and forgotten; the profile is kept and erased", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/memory`);
    await page.getByRole("heading", { name: "No memories yet" }).waitFor();
    for (const text of [
      "The large crane is out of order until June",
      "Prefers tea over coffee in the morning",
    ]) {
      await page.getByRole("button", { name: "Remember something" }).click();
      await page.getByRole("textbox", { name: "What to remember" }).fill(text);
      await page.getByRole("dialog").getByRole("button", { name: "Remember", exact: true }).click();
      await page.getByText(text).waitFor();
    }
    await page.getByRole("searchbox").fill("which drink");
    await page.getByText("Prefers tea", { exact: false }).waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: /Correct: Prefers tea/ }).click();
    await page.getByRole("textbox", { name: "What to remember" }).fill("Prefers water in the morning");
    await page.getByRole("dialog").getByRole("button", { name: "Correct", exact: true }).click();
    await page.getByText("Prefers tea", { exact: false }).waitFor({ state: "detached" });
    await page.getByText("you added it").first().waitFor();
    await page.getByRole("button", { name: /Forget: The large crane/ }).click();
    await page.getByRole("dialog", { name: "Forget this?" }).getByRole("button", { name: "Forget" }).click();
    await page.getByText("The large crane", { exact: false }).waitFor({ state: "detached" });
    await page.goto(`${server.url}/#/profile`);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Tamaki");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Profile saved").waitFor();
    await page.getByText("You wrote this").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Delete all" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete all" }).click();
    await page.getByText("Profile deleted").waitFor();
  });

  test("a task is planned, run at once, paused and cancelled", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/schedules`);
    await page.getByRole("heading", { name: "No schedules yet" }).waitFor();
    const plan = async (what: string, way: string, when: string) => {
      await page.getByRole("button", { name: "New schedule" }).click();
      await page.getByRole("textbox", { name: "What to do" }).fill(what);
      await page.getByRole("button", { name: way, exact: true }).click();
      await page.getByRole("textbox", { name: "When" }).fill(when);
      await page.getByRole("button", { name: "Create" }).click();
    };
    await plan("Say how the tide is", "Cron", "every morning");
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await keepPicture(page, { path: `${folder}/schedule-add.png` });
    await page.getByRole("textbox", { name: "When" }).fill("0 9 * * 1-5");
    await page.getByRole("button", { name: "Create" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Say how the tide is" });
    await row.getByText(/next .*9:00/).waitFor();
    await plan("Drink some tea", "In", "2 h");
    await page.getByRole("listitem").filter({ hasText: "Drink some tea" }).waitFor();
    await row.getByRole("button", { name: "Run now" }).click();
    await page.locator(".notices").getByText("You said: Say how the tide is").waitFor();
    await keepPicture(page, { path: `${folder}/schedule-told.png` });
    await row.getByText(/ran 1 time/).waitFor();
    await row.getByRole("button", { name: "Latest runs" }).click();
    await row.getByText("Done", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Pause" }).click();
    await row.getByText("Paused", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel it" }).click();
    await row.getByText("Cancelled", { exact: true }).waitFor();
  });

  test("a server that wants a token says so, and takes the one that is given", async () => {
    const { browser, console: world } = stage();
    const tokens = openTokens(world.runtime.store.documents);
    const token = await tokens.create("tester", "viewer");
    const server = await serve({
      runtime: world.runtime,
      host: "127.0.0.1",
      port: 0,
      requireToken: true,
      checkAnswers: true,
      onFault: (fault) => {
        throw fault;
      },
    });
    try {
      await using window = await browser.open();
      const { page } = window;
      await page.goto(`${server.url}/#/runs`);
      await page.getByText("Token needed").waitFor();
      await page.getByRole("alert").getByRole("link", { name: "Give a token in Settings" }).click();
      await page.getByLabel("Token", { exact: true }).fill(token);
      await page.getByRole("button", { name: "Use this token" }).click();
      await page.getByText("The token works: you are tester (viewer)").waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      // A viewer looks and does not write: the page says so before the server does.
      await page.goto(`${server.url}/#/chat`);
      await page.getByText("This needs the role user").waitFor();
      expect(await page.getByRole("textbox", { name: "Message" }).count()).toBe(0);
      expect(await page.getByRole("button", { name: "What time is it in Tokyo?" }).count()).toBe(0);
      for (const [address, role] of ROLES_NEEDED) {
        await page.goto(`${server.url}/#/${address}`);
        await page.getByText(`This needs the role ${role}`).first().waitFor();
      }
      await page.goto(`${server.url}/#/skills`);
      await page.getByRole("switch").first().waitFor();
      expect(await page.getByRole("switch").first().isDisabled()).toBe(true);
    } finally {
      await server.close();
      await tokens.revoke("tester");
    }
  });
}
