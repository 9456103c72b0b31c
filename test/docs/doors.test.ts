import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MESSENGER_NAMES, MESSENGERS } from "../../src/config/messengers.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

test("docs/doors.md says of every messenger what it shows when a call needs approval, and names tests that exist", () => {
  const text = read("docs/doors.md");
  const rows = text
    .slice(text.indexOf("## What each client shows"))
    .split("\n")
    .filter((line) => line.startsWith("|"));
  for (const name of MESSENGER_NAMES) {
    const title = MESSENGERS[name].title.split(" / ")[0] ?? "";
    expect(
      rows.filter((row) => row.split("|")[1]?.includes(title)),
      title,
    ).toHaveLength(1);
    expect(read("docs/channels.md"), name).toContain(`\n  ${name}:\n`);
  }
  const tests = [...text.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path]) => path ?? "");
  expect(tests.length).toBeGreaterThan(3);
  for (const path of tests) expect([path, existsSync(new URL(path, root))]).toEqual([path, true]);
});
