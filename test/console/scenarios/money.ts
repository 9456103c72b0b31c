import { expect, test } from "vitest";
import { aTool } from "../../support/a-runtime.ts";
import type { LivedInStage } from "../losses.test.ts";
import { say } from "./chat.ts";
import { lookAt } from "./looks.ts";

export function moneyScenarios(stage: () => LivedInStage): void {
  test("a run parks at its budget, says what was spent, and goes on with more once a person agrees", async () => {
    const { browser, console: server } = stage();
    const { money } = server.runtime;
    await money.setBudget("run", { tokens: 1 });
    server.script(({ messages }) =>
      messages.at(-1)?.role === "tool" ? { text: "It is late." } : { calls: [{ tool: "current_time" }] },
    );
    await using window = await browser.open();
    const { page, complaints } = window;
    await page.goto(`${server.url}/#/chat`);
    await say(page, "what time is it?");
    const card = page.locator("[data-approval]");
    await card.getByText("for this run", { exact: false }).first().waitFor();
    await lookAt(stage(), "budget-question", { address: "approvals", ready: "[data-approval]" });
    for (let asked = 0; asked < 40; asked++) {
      const approve = card.getByRole("button", { name: "Approve", exact: true }).first();
      await approve.or(page.getByText("It is late.")).first().waitFor();
      if (await page.getByText("It is late.").isVisible()) break;
      await approve.click({ timeout: 5_000 }).catch(() => {});
    }
    await page.getByText("It is late.").waitFor();
    await money.removeBudget("run");
    expect(await money.budgets()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("a tool that costs is asked about by its price, and stands on the page of costs with what it cost", async () => {
    const { browser, console: server } = stage();
    server.runtime.registry.register(
      aTool({
        name: "look_up",
        summary: "Look a place up in the paid atlas",
        effects: () => [{ kind: "money.spend", target: "0.50 USD to atlas" }],
        run: (_input, { spent }) => {
          spent(0.31);
          return "found";
        },
      }),
    );
    server.script(({ messages }) =>
      messages.at(-1)?.role === "tool" ? { text: "It is there." } : { calls: [{ tool: "look_up" }] },
    );
    await using window = await browser.open();
    const { page, complaints } = window;
    await page.goto(`${server.url}/#/chat`);
    await say(page, "look the place up");
    const card = page.locator("[data-approval]");
    await card.getByText("0.50 USD to atlas", { exact: false }).first().waitFor();
    await lookAt(stage(), "tool-cost-question", { address: "approvals", ready: "[data-approval]" });
    await card
      .getByRole("button", { name: /^(?:Approve|Turn on)/ })
      .first()
      .click();
    await page.getByText("It is there.").waitFor();
    expect(await server.runtime.money.toolSums("")).toMatchObject([{ key: "look_up", cost: 310_000 }]);
    await page.goto(`${server.url}/#/costs`);
    await page.getByRole("cell", { name: /Tools that cost/ }).waitFor();
    expect(await page.getByRole("row", { name: /Tools that cost/ }).innerText()).toContain("$0.31");
    await lookAt(stage(), "costs-of-tools", { address: "costs", ready: "table" });
    expect(complaints).toEqual([]);
  });
}
