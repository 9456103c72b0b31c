import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";
import { answer, say } from "./chat.ts";

export function costScenarios(stage: () => Stage): void {
  test("costs are shown by day, model, tool, conversation and person; budgets and prices are set, changed and removed there", async () => {
    const { browser, console: server, folder } = stage();
    const { money } = server.runtime;
    await using window = await browser.open();
    const { page, complaints } = window;
    await page.goto(`${server.url}/#/costs?period=days30`);
    await page.locator(".chart canvas").waitFor();
    await page.getByText(/The price of \d+ calls is not known/).waitFor();
    const table = page.getByRole("region", { name: "Cost by" });
    await table.getByRole("row", { name: /acme:large/ }).waitFor();
    await table.getByRole("row", { name: /other:small.*unknown/ }).waitFor();
    const { expected } = await money.forecast();
    expect(expected).toBeGreaterThan(0);
    const figure = page.locator(".figures > div", { hasText: "Expected this month" }).locator("dd");
    await expect.poll(() => figure.textContent()).toBe(`$${(expected / 1_000_000).toFixed(2)}`);
    for (const [by, key] of [
      ["Tool", /web_search/],
      ["Conversation", /past-1/],
      ["Person", /ann/],
      ["Purpose", /Working on a message/],
      ["Day", /202\d/],
    ] as const) {
      await table.getByRole("button", { name: by, exact: true }).click();
      await table.getByRole("row", { name: key }).first().waitFor();
    }
    expect(page.url()).toContain("by=day");

    const budgets = page.getByRole("region", { name: "Budgets" });
    await budgets.getByRole("button", { name: "Set a budget" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "For" }).selectOption("run");
    await dialog.getByRole("textbox", { name: "At most, in US dollars" }).fill("many");
    expect(await dialog.getByRole("button", { name: "Set a budget" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox", { name: "At most, in US dollars" }).fill("2.50");
    await keepPicture(page, { path: `${folder}/costs-budget.png` });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Set a budget" }).click();
    await budgets.getByText("$2.50").waitFor();
    expect(await money.budgets()).toEqual([{ scope: "run", cost: 2_500_000 }]);
    await budgets.getByRole("button", { name: "Change the budget: Each run" }).click();
    await dialog.getByRole("textbox", { name: "At most, in tokens" }).fill("90000");
    await dialog.getByRole("button", { name: "Set a budget" }).click();
    await budgets.getByText("$2.50 and 90,000 tokens").waitFor();
    expect(await money.budgets()).toEqual([{ scope: "run", cost: 2_500_000, tokens: 90_000 }]);
    await budgets.getByRole("button", { name: "Remove the budget: Each run" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await budgets.getByText("No budget is set", { exact: false }).waitFor();
    expect(await money.budgets()).toEqual([]);

    const prices = page.getByRole("region", { name: "Prices" });
    await prices.getByRole("button", { name: "Set a price: other:small" }).waitFor();
    await prices.getByRole("button", { name: "Set a price", exact: true }).first().click();
    await dialog.getByRole("textbox", { name: "Model, as provider:name" }).fill("scripted:script");
    await dialog.getByRole("textbox", { name: "Input", exact: true }).fill("700");
    await dialog.getByRole("textbox", { name: "Output" }).fill("800");
    await dialog.getByRole("button", { name: "Set a price" }).click();
    await prices.getByText("input $700.00 · output $800.00 · cached $700.00").waitFor();
    expect(await money.prices()).toMatchObject([{ model: "scripted:script", input: 700, output: 800 }]);

    await page.goto(`${server.url}/#/chat`);
    await say(page, "give me the briefing");
    await answer(page).getByText("Three ships are in").waitFor();
    await page.getByRole("link", { name: "Show run" }).click();
    await page.locator(".figures > div", { hasText: "Cost" }).getByText("$0.0015").waitFor();
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByRole("button", { name: /Model/ }).first().click();
    await timeline.getByText("· $0.0015 ·", { exact: false }).waitFor();
    await keepPicture(page, { path: `${folder}/run-cost.png` });

    await page.goto(`${server.url}/#/costs`);
    await page.getByRole("button", { name: "Remove the price of scripted:script" }).click();
    await page.locator(".notices").getByText("scripted:script is unknown", { exact: false }).waitFor();
    expect(await money.prices()).toEqual([]);
    expect(complaints).toEqual([]);
  });
}
