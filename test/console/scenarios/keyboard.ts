import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";

export function keyboardScenarios(stage: () => Stage): void {
  test("everything can be reached by keyboard: skip link, palette, letters, and dialogs keep the focus", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    const { conversations } = server.runtime;
    await conversations.begin("c-neap", { user: "local", door: "http", mayApprove: true }, [
      { message: "When is the neap tide?", answer: "On Tuesday." },
    ]);
    await page.goto(`${server.url}/#/runs`);
    await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await page.keyboard.type("gt");
    await page.getByRole("searchbox").first().waitFor();
    await page.getByRole("heading", { name: "Tools", level: 1 }).waitFor();
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.type")).toBe("search");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Go to or do…" }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await keepPicture(page, { path: `${folder}/palette.png` });
    const palette = page.getByRole("combobox", { name: "Go to or do…" });
    await palette.fill("neap tide");
    await page.getByRole("option", { name: /When is the neap/ }).waitFor();
    await palette.fill("polic");
    await page.getByRole("option", { name: /Policy/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Policy", level: 1 }).waitFor();
    await page.locator("body").press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await keepPicture(page, { path: `${folder}/keys.png` });
    for (let press = 0; press < 5; press++) await page.keyboard.press("Tab");
    const inside =
      "document.activeElement === document.body || document.activeElement.closest('dialog') !== null";
    expect(await page.evaluate(inside)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("theme and language follow the system, can be switched, and stay", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open({ theme: "dark", language: "zh" });
    const { page } = window;
    const ground = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    await page.goto(`${server.url}/#/settings`);
    await page.getByRole("heading", { name: "设置", level: 1 }).waitFor();
    const dark = await ground();
    await page.getByRole("button", { name: "浅色", exact: true }).click();
    expect(await ground()).not.toBe(dark);
    await page.getByRole("button", { name: "English", exact: true }).first().click();
    await page.reload();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(await ground()).not.toBe(dark);
  });

  test("figures are told for the day that is pointed at, and settings are found by name", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/insights?period=days7`);
    const calls = page.getByRole("region", { name: "Calls" });
    await calls.getByText("calls a day").waitFor();
    expect(await page.getByRole("button", { name: "7 days" }).getAttribute("aria-pressed")).toBe("true");
    await calls.locator(".u-over").hover();
    await calls.getByText(/\d+ \w+ \d{4} · Calls \d+ · Failures \d+/).waitFor();
    await calls.getByRole("button", { name: "As a table" }).click();
    await expect.poll(() => calls.getByRole("row").count()).toBe(8);
    await page.goto(`${server.url}/#/settings`);
    await page.getByRole("searchbox", { name: "Search the settings" }).fill("permissions.confirm");
    await page.getByRole("row", { name: /permissions\.confirm write_file, delete_file/ }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(1);
  });
}
