import { expect, test } from "vitest";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { Stage } from "../console.test.ts";

export function secretScenarios(stage: () => Stage): void {
  test("a secret is added, bound, replaced and removed, and its value never comes back", async () => {
    const { browser, console: server, folder } = stage();
    const { secrets } = server.runtime;
    await using window = await browser.open();
    const { page, complaints } = window;
    const answers: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/secrets")) answers.push(response.text());
    });
    await page.goto(`${server.url}/#/secrets`);
    await page.getByRole("heading", { name: "No secrets yet" }).waitFor();
    await page.getByRole("button", { name: "Add a secret" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("HARBOUR_KEY");
    await dialog.getByLabel("Value").fill("first-tide-value");
    await dialog.getByLabel("Hosts that it may be sent to").fill("api.example.com, *.example.org");
    expect(await dialog.getByLabel("Value").getAttribute("type")).toBe("password");
    await keepPicture(page, { path: `${folder}/secret-add.png` });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add a secret" }).click();
    await page.getByText("Sent to api.example.com, *.example.org").waitFor();
    expect(await secrets.list()).toMatchObject([
      {
        name: "HARBOUR_KEY",
        binding: { hosts: ["api.example.com", "*.example.org"], tools: ["builtin"], places: ["header"] },
      },
    ]);
    const [before] = await secrets.list();
    await page.getByRole("button", { name: "Replace the value of HARBOUR_KEY" }).click();
    await dialog.getByLabel("Value").fill("second-tide-value");
    await dialog.getByRole("button", { name: "Replace the value" }).click();
    await page.locator(".notices").getByText("“HARBOUR_KEY” has its new value").waitFor();
    const [after] = await secrets.list();
    expect(after?.binding).toEqual(before?.binding);
    expect(after?.changedAt).not.toBe(before?.changedAt);
    await keepPicture(page, { path: `${folder}/secrets.png` });
    expect(await axeProblems(page)).toEqual([]);
    expect(await page.content()).not.toMatch(/(?:first|second)-tide-value/);
    await page.getByRole("button", { name: "Remove HARBOUR_KEY" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("heading", { name: "No secrets yet" }).waitFor();
    expect(await secrets.list()).toEqual([]);
    expect((await Promise.all(answers)).join(" ")).not.toMatch(/(?:first|second)-tide-value/);
    expect(complaints).toEqual([]);
  });
}
