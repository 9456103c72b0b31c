import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { accountHome, accountName } from "./account.ts";

test("accountName() and accountHome() say who runs this process", () => {
  expect(accountName()).toMatch(/\S/);
  expect(accountHome()).toMatch(/^\//);
});

test.skipIf(process.getuid?.() !== 0)(
  "an account without an entry in the system goes by its number, and nothing fails",
  () => {
    const code = `
    process.setgid(54321); process.setuid(54321); delete process.env.HOME;
    const { accountHome, accountName } = await import("./src/support/process/account.ts");
    const { createListeners } = await import("./src/support/network/listeners.ts");
    console.log(JSON.stringify([accountName(), accountHome() ?? null, createListeners().holds("127.0.0.1", 1)]));`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
    expect(JSON.parse(said)).toEqual(["user 54321", null, false]);
  },
);
