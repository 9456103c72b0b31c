import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { listDrivers } from "../../../src/sandbox/create-sandbox.ts";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";
import { answer, say } from "./chat.ts";

const [best] = await listDrivers();

/** A picture of one dot. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** How calls and runs end, and what stays of them: as a person sees it. */
export function endScenarios(stage: () => Stage): void {
  test.runIf(best?.usable === true)(
    "files that a script of a skill makes are shown in the chat, a picture with its thumbnail, and can be saved",
    async () => {
      const { browser, console: server, folder } = stage();
      const given = join(server.workspace, "given/harvest");
      await mkdir(join(given, "scripts"), { recursive: true });
      await writeFile(
        join(given, "SKILL.md"),
        "---\nname: harvest\ndescription: Counts sheaves\n---\nRun count.sh\n",
      );
      const script = `printf 'field,sheaves\\n1,40\\n' > sheaves.csv; printf '${DOT.toString("base64")}' | base64 -d > sheaves.png\n`;
      await writeFile(join(given, "scripts/count.sh"), script);
      await server.runtime.skills.install(given, { accept: async () => true });
      await using window = await browser.open();
      const { page } = window;
      await page.goto(server.url);
      await say(page, "bring in the harvest");
      await page.getByRole("button", { name: "Approve" }).click();
      await answer(page).getByText("Done: run_skill_script.").waitFor();
      await expect.poll(() => widthOf(page.getByRole("img", { name: "sheaves.png" }))).toBe(1);
      await keepPicture(page, { path: `${folder}/chat-script-files.png` });
      expect(await axeProblems(page)).toEqual([]);
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: /sheaves\.csv/ }).click();
      expect(await readFile(await (await download).path(), "utf8")).toBe("field,sheaves\n1,40\n");
      await server.runtime.skills.uninstall("harvest");
    },
  );

  test("Stop withdraws the question: its card goes, the call says that it was stopped, and nothing was run", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "write quay/never.txt please");
    const question = page.getByRole("article", { name: "Run write_file?" });
    await question.waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await question.waitFor({ state: "detached" });
    const call = page.locator(".call").last();
    await call.getByText("Stopped", { exact: true }).waitFor();
    await call.locator(".call-head").click();
    await call.getByText("Stopped before anybody answered; nothing was run").waitFor();
    expect(await call.locator(".note.bad").count()).toBe(0);
    expect(await page.locator(".turn").last().textContent()).not.toContain("Denied");
    await keepPicture(page, { path: `${folder}/chat-stopped-question.png` });
    const [held] = await server.runtime.approvals.list({ status: "withdrawn" });
    expect(held).toMatchObject({ tool: "write_file", input: { path: "quay/never.txt" } });
    expect(existsSync(join(server.workspace, "quay/never.txt"))).toBe(false);
  });

  test("a question that nobody answers in time is Expired, and not denied, on the run and among past questions", async () => {
    const { browser, console: server, folder } = stage();
    const run = await server.runtime.openRun({ title: "nobody is there", park: "wait", place: "cli" });
    const outcome = await run.execute({ tool: "write_file", input: { path: "quay/late.txt", content: "x" } });
    expect(outcome).toMatchObject({ error: { code: "approval_expired" } });
    await run.end("failed");
    await using window = await browser.open();
    const { page } = window;
    await page.goto(`${server.url}/#/runs/${run.id}`);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByRole("button", { name: /write_file/ }).click();
    await timeline.getByText("Nobody answered in time; nothing was run").waitFor();
    expect(await timeline.textContent()).not.toContain("Denied");
    // A call that did not run has not failed.
    expect(await timeline.locator(".timeline-bar.failed").count()).toBe(0);
    await keepPicture(page, { path: `${folder}/run-expired.png` });
    await page.goto(`${server.url}/#/approvals?view=past`);
    await page.getByText("Expired").first().waitFor();
  });

  test("among several steps, a refused one is counted as not run, and not as failed", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "let me refuse one");
    const question = page.getByRole("article", { name: "Run write_file?" });
    await question.getByRole("button", { name: "Deny", exact: true }).click();
    const steps = page.locator(".steps");
    await steps.getByText("3 steps").waitFor();
    await steps.getByText("1 not run").waitFor();
    expect(await steps.locator("summary .badge.bad").filter({ hasText: "failed" }).count()).toBe(0);
    await keepPicture(page, { path: `${folder}/chat-steps-refused.png` });
  });

  test("a call with invalid input is shown with what is wrong", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "call it wrongly");
    const call = page.locator(".call.failed").filter({ hasText: "read_file" });
    await call.locator(".call-head").click();
    await call.getByText("Invalid input").first().waitFor();
    await call
      .getByText(/path.*missing/)
      .first()
      .waitFor();
    await keepPicture(page, { path: `${folder}/chat-invalid-input.png` });
  });

  test("what was said and shown before a stop stays, also after a reload", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    await say(page, "count the rows");
    await page.locator(".call.running").waitFor();
    server.next();
    await page.getByText("Row 1: 12 containers").waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    const turn = page.locator(".turn").last();
    await turn.getByText("Stopped", { exact: true }).first().waitFor();
    for (const look of ["live", "reloaded"]) {
      await turn.getByText("Let me count.").waitFor();
      if (look === "reloaded") await turn.locator(".call-head").click();
      await turn.getByText("Row 1: 12 containers").first().waitFor();
      expect(await turn.locator(".note.bad").count()).toBe(0);
      await keepPicture(page, { path: `${folder}/chat-stopped-${look}.png` });
      if (look === "live") await page.reload();
    }
  });

  test("a picture that is sent is a thumbnail in the message, also after a reload", async () => {
    const { browser, console: server, folder } = stage();
    await using window = await browser.open();
    const { page } = window;
    await page.goto(server.url);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Attach files" }).click(),
    ]);
    await chooser.setFiles({ name: "quay.png", mimeType: "image/png", buffer: DOT });
    await say(page, "what is in this picture");
    await answer(page).getByText("You said", { exact: false }).waitFor();
    const picture = page.locator(".said").last().getByRole("img", { name: "quay.png" });
    await expect.poll(() => widthOf(picture)).toBe(1);
    await page.reload();
    await expect.poll(() => widthOf(picture)).toBe(1);
    await keepPicture(page, { path: `${folder}/chat-thumbnail.png` });
  });
}

/** How wide a picture is by itself: 0 while it is not loaded. */
async function widthOf(picture: Locator): Promise<number> {
  if ((await picture.count()) === 0) return 0;
  return picture.first().evaluate((image) => (image as HTMLImageElement).naturalWidth);
}
