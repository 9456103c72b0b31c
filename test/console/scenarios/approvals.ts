import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSetApartFolder } from "../../../src/files/set-apart/set-apart-folder.ts";
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
    await page.getByText("denied by you", { exact: false }).first().waitFor();
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

  test("set-apart files are shown before they are accepted or thrown away, and marks are cleared", async () => {
    const { browser, console: server } = stage();
    const home = openSetApartFolder(join(server.workspace, ".dejima/set-apart"));
    for (const [id, name] of [
      ["0123456789ab", ".envrc"],
      ["ba9876543210", "Makefile"],
    ] as const)
      await home.add(
        {
          id,
          path: join(server.workspace, name),
          type: "file",
          why: "a shell runs it",
          callId: "r.1",
          at: "2026-01-01T00:00:00.000Z",
          mode: 0o644,
          replaces: null,
          sha256: "",
          status: "waiting",
        },
        Buffer.from(`content of ${name}`),
      );
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/approvals?view=set-apart`);
    const settle = async (name: string, decision: string) => {
      await page.locator(".row", { hasText: name }).getByRole("button", { name: "Look at it" }).click();
      await page.getByText(`content of ${name}`).waitFor();
      await page.getByRole("button", { name: decision, exact: true }).click();
    };
    await settle("Makefile", "Accept");
    await page.getByText("Accepted", { exact: true }).waitFor();
    await settle(".envrc", "Throw away");
    await page.getByText("Thrown away", { exact: true }).waitFor();
    expect(await readFile(join(server.workspace, "Makefile"), "utf8")).toBe("content of Makefile");
    expect(existsSync(join(server.workspace, ".envrc"))).toBe(false);
    const mark = {
      kind: "file",
      key: join(server.workspace, "page.txt"),
      name: "page.txt",
      runId: "r",
      at: 0,
    } as const;
    await server.runtime.store.marks.put([{ ...mark, sources: ["a page"] }]);
    await page.getByRole("button", { name: "Marks" }).click();
    const row = page.locator(".row", { hasText: "page.txt" });
    await row.getByText("from a page").waitFor();
    await row.getByRole("button", { name: "Clear the mark" }).click();
    await page.getByRole("heading", { name: "Nothing is marked" }).waitFor();
    await rm(join(server.workspace, "Makefile"));
  });
}
