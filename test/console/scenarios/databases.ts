import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { databaseOf, EMPTY_DRAFT, isComplete } from "../../../console/pages/databases/new-database.ts";
import { besideGate, makeShop } from "../../sql/a-shop.ts";
import { axeProblems, keepPicture } from "../a-browser.ts";
import type { LivedInStage } from "../losses.test.ts";
import { say } from "./chat.ts";
import { lookAt } from "./looks.ts";

export function databaseScenarios(stage: () => LivedInStage): void {
  test("databaseOf() makes an address in which nothing that was typed can be read as another part", () => {
    const draft = { ...EMPTY_DRAFT, kind: "postgres", name: " shop ", host: "::1", database: "a/b" } as const;
    expect(isComplete(draft)).toBe(false);
    const whole = { ...draft, user: "me@x:y", port: "5433", password: "p:@/" };
    expect(isComplete(whole)).toBe(true);
    expect(databaseOf(whole)).toMatchObject({
      name: "shop",
      password: "p:@/",
      url: "postgres://me%40x%3Ay@[::1]:5433/a%2Fb",
    });
    expect(databaseOf({ ...EMPTY_DRAFT, name: "s", file: " a.db ", password: "x" })).not.toHaveProperty(
      "password",
    );
  });

  test("a person connects a database, sees the rows that a change touches, approves it, undoes it, removes the database and takes that back", async () => {
    const { browser, console: server, folder } = stage();
    const file = join(server.folder, "shop.db");
    makeShop(file);
    await writeFile(join(server.folder, "letter.txt"), "no database");
    await using window = await browser.open();
    const { page, complaints } = window;
    const dialog = page.getByRole("dialog");
    await page.goto(`${server.url}/#/databases`);
    await page.getByRole("heading", { name: "No databases yet" }).waitFor();
    await page.getByRole("button", { name: "Add a database" }).click();
    await dialog.getByRole("button", { name: "PostgreSQL" }).click();
    await dialog.getByLabel("Name").fill("shop");
    await dialog.getByLabel("Host").fill("127.0.0.1");
    await dialog.getByLabel("Port").fill("9");
    await dialog.getByLabel("Database").fill("shop");
    await dialog.getByLabel("User").fill("reader");
    await dialog.getByLabel("Password").fill("low-tide-password");
    await dialog.getByRole("button", { name: "Test the connection" }).click();
    await dialog.getByText("Is the server running", { exact: false }).waitFor();
    await keepPicture(page, { path: `${folder}/databases-add-postgres.png` });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "SQLite file" }).click();
    await dialog.getByLabel("File").fill("letter.txt");
    await dialog.getByRole("button", { name: "Add a database" }).click();
    await dialog.getByText("This file is not an SQLite database", { exact: false }).waitFor();
    await dialog.getByLabel("File").fill("shop.db");
    await dialog.getByRole("button", { name: "Test the connection" }).click();
    await dialog.getByText("It answers: 5 tables").waitFor();
    await dialog.getByRole("button", { name: "Add a database" }).click();
    const shop = page.getByRole("region", { name: "shop", exact: true });
    await shop.getByText("Answers", { exact: true }).waitFor();
    await shop.getByRole("button", { name: "Read without asking" }).click();
    await shop.getByText("db.read(shop.*)").waitFor();
    await shop.getByRole("button", { name: "Ask me about changes" }).click();
    await shop.getByRole("button", { name: "Ask me about changes" }).waitFor({ state: "detached" });
    await shop.getByRole("button", { name: "Show 5 tables" }).click();
    await page
      .getByRole("region", { name: "Tables of shop" })
      .getByRole("row", { name: /orders/ })
      .first()
      .waitFor();
    await lookAt(stage(), "databases", { address: "databases", ready: ".card .figures" });

    server.script(({ messages }) =>
      messages.at(-1)?.role === "tool"
        ? { text: "Done." }
        : { calls: [{ tool: "sql_change", input: { database: "shop", sql: "DELETE FROM orders" } }] },
    );
    await page.goto(`${server.url}/#/chat`);
    await say(page, "delete all orders of the shop database");
    const card = page.locator("[data-approval]");
    await card.getByText("This touches every row of orders.").waitFor();
    const touched = card.getByRole("region", { name: "Rows touched" });
    await touched.getByRole("row", { name: /shop\.orders 0 0 3 3/ }).waitFor();
    await touched.getByText("Not named in the statement").waitFor();
    await card.getByRole("region", { name: "First rows of orders" }).getByText("Ada").waitFor();
    expect(besideGate(file, "SELECT count(*) AS n FROM orders")).toEqual([{ n: 3 }]);
    await lookAt(stage(), "database-question", { address: "approvals", ready: "[data-approval] .table" });
    await card.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("Done.", { exact: true }).waitFor();
    expect(besideGate(file, "SELECT count(*) AS n FROM items")).toEqual([{ n: 0 }]);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Undone", { exact: true }).waitFor();
    expect(besideGate(file, "SELECT count(*) AS n FROM orders")).toEqual([{ n: 3 }]);
    expect(besideGate(file, "SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);

    await page.goto(`${server.url}/#/databases`);
    await shop.getByRole("switch", { name: "Read-only: shop" }).click();
    await expect.poll(async () => (await server.runtime.databases.list())[0]?.readOnly).toBe(true);
    await shop.getByRole("button", { name: "Remove shop" }).click();
    await page.getByRole("heading", { name: "No databases yet" }).waitFor();
    const config = () => readFile(join(server.folder, "dejima.yaml"), "utf8");
    expect(await config()).not.toContain("shop");
    await page.getByRole("button", { name: "Undo" }).click();
    await shop.getByText("Answers", { exact: true }).waitFor();
    expect(await config()).toMatch(/url: sqlite:shop\.db\n +readOnly: true/);
    expect(await config()).toContain("db.read(shop.*)");
    expect(complaints.filter((text) => !text.includes("Failed to load resource"))).toEqual([]);
  });
}
