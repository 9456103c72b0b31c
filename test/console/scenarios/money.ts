import { expect, test } from "vitest";
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
}
