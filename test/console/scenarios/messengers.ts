import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { aSlack } from "../../channel/messengers/a-slack.ts";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { LivedInStage } from "../losses.test.ts";
import { lookAt } from "./looks.ts";

export function messengerScenarios(stage: () => LivedInStage): void {
  test("a person connects messengers, is told in plain words what is wrong, mends it, lets people write and answer, turns one off and removes it", async () => {
    const { browser, console: server, folder } = stage();
    const { channels, secrets } = server.runtime;
    await using slack = await aSlack();
    const { token, appToken, apiRoot } = slack.settings;
    // Where Slack is on this machine; what a person enters comes below.
    const entry = {
      settings: { apiRoot: String(apiRoot) },
      secrets: { token: "xoxb-wrong", appToken: "xapp-wrong" },
    };
    await channels.connect("slack", entry, { by: "test" });
    await using window = await browser.open();
    const { page, complaints } = window;
    const answers: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/channels")) answers.push(response.text().catch(() => ""));
    });
    await page.goto(`${server.url}/#/messengers`);
    const card = page.getByRole("region", { name: "Slack", exact: true });
    await card.getByText("It refused the keys", { exact: false }).waitFor();
    await card.getByText("Nobody may write yet", { exact: false }).waitFor();

    await page.getByRole("button", { name: "Connect QQ" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Start a OneBot v11 program", { exact: false }).waitFor();
    await dialog.getByLabel("WebSocket address").fill("ws://127.0.0.1:9");
    await keepPicture(page, { path: `${folder}/messengers-connect.png` });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    const qq = page.getByRole("region", { name: "QQ", exact: true });
    await qq.getByText("It cannot be reached", { exact: false }).waitFor();
    await lookAt(stage(), "messengers", { address: "messengers", ready: ".card .note" });

    await card.getByRole("button", { name: "Change the keys" }).click();
    await dialog.getByLabel("Bot token").fill(String(token));
    await dialog.getByLabel("App token").fill(String(appToken));
    await dialog.getByRole("button", { name: "Change the keys" }).click();
    await card.getByText("Connected", { exact: true }).waitFor();
    await card.getByLabel("Id of a person").fill("ann");
    await card.getByRole("button", { name: "Let this person write" }).click();
    await card.getByRole("checkbox", { name: "May answer questions: ann" }).uncheck();
    await card.getByText("Nobody there may answer questions", { exact: false }).waitFor();
    await card.getByRole("checkbox", { name: "May answer questions: ann" }).check();
    await card
      .getByText("Nobody there may answer questions", { exact: false })
      .waitFor({ state: "detached" });
    await expect
      .poll(async () => server.runtime.settings.config.channels.slack)
      .toMatchObject({ allowed: ["ann"] });
    server.script(() => ({ text: "The tide is high." }));
    await expect
      .poll(async () => (await channels.list()).find(({ name }) => name === "slack")?.state)
      .toBe("connected");
    await slack.write({ person: "ann" }, "how is the tide?");
    await vi.waitFor(() => expect(slack.shown().at(-1)?.text).toContain("The tide is high"), {
      timeout: 20_000,
    });
    await page.reload();
    await card.getByRole("button", { name: "Send a test message to ann" }).click();
    await vi.waitFor(() => expect(slack.shown().at(-1)?.text).toContain("Dejima can reach you here"), {
      timeout: 20_000,
    });

    await card.getByRole("switch", { name: "Answer at Slack" }).click();
    await card.getByText("Off", { exact: true }).waitFor();
    const config = () => readFile(join(server.folder, "dejima.yaml"), "utf8");
    expect(await config()).toContain("enabled: false");
    expect(await config()).not.toContain(String(token));
    for (const title of ["Slack", "QQ"]) {
      await page.getByRole("button", { name: `Remove ${title}` }).click();
      await dialog.getByRole("button", { name: "Remove" }).click();
      await page.getByRole("button", { name: `Connect ${title}` }).waitFor();
    }
    expect(await config()).not.toContain("slack");
    expect((await secrets.list()).map(({ name }) => name)).not.toContain("SLACK_TOKEN");
    const said = (await Promise.all(answers)).join(" ");
    expect(said).not.toMatch(/xoxb-|xapp-/);
    expect(complaints).toEqual([]);
  });
}
