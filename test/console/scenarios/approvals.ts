import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Stage } from "../console.test.ts";

export function approvalScenarios(stage: () => Stage): void {
  test("the inbox and its badge follow what is asked elsewhere, and an answer counts there", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/approvals`);
    await page.getByRole("heading", { name: "Nothing is waiting for you" }).waitFor();
    const run = await server.runtime.openRun({ title: "from elsewhere", park: "wait" });
    const outcome = run.execute({ tool: "write_file", input: { path: "quay/second.txt", content: "x" } });
    await page.locator("[data-approval]").waitFor();
    await page.getByRole("link", { name: /Approvals.*1 waiting/ }).waitFor();
    const card = page.locator("[data-card]");
    await card.getByText("for you").waitFor();
    expect(await card.getByRole("link", { name: "from elsewhere" }).getAttribute("href")).toBe(
      `#/runs/${run.id}`,
    );
    await expect.poll(() => card.locator("time").count()).toBe(2);
    // Keys answer only the card that has the focus.
    await page.keyboard.press("a");
    await page.keyboard.press("j");
    await page.keyboard.press("d");
    await page.getByRole("heading", { name: "Nothing is waiting for you" }).waitFor();
    expect(await outcome).toMatchObject({ type: "failure", error: { code: "approval_denied" } });
    expect(existsSync(join(server.workspace, "quay/second.txt"))).toBe(false);
    await expect.poll(() => page.locator(".side-count").count()).toBe(0);
    await run.end("failed");
    await page.getByRole("button", { name: "Answered" }).click();
    await page.getByText("denied by local", { exact: false }).first().waitFor();
  });

  test("a wider scope becomes a grant, which can be revoked", async () => {
    const { browser, console: server } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/approvals`);
    const run = await server.runtime.openRun({ title: "twice", park: "wait" });
    const call = (name: string) =>
      run.execute({ tool: "write_file", input: { path: `crates/${name}`, content: "x" } });
    const first = call("a.txt");
    await page.getByRole("radio", { name: /for 8 hours/ }).check();
    await page.getByRole("button", { name: "Approve" }).click();
    expect((await first).type).toBe("success");
    expect((await call("b.txt")).type).toBe("success");
    await page.getByRole("button", { name: "Grants" }).click();
    await page.getByText(/ of 20 uses/).waitFor();
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    await run.end("done");
  });
}
