import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Outcome } from "../../src/contract/outcome.ts";
import { aCliFolder } from "../support/run-cli.ts";

const call = ["tool", "call", "current_time", "--json"];

test("log verify --all finds a changed run behind an intact newer one, and says how many are intact", async () => {
  await using cli = await aCliFolder();
  const runs: string[] = [];
  for (let made = 0; made < 3; made++) runs.push((await cli.run(call)).json<Outcome>().runId);
  expect((await cli.run(["log", "verify", "--all"])).stdout).toMatch(/^3 of 3 runs intact/);
  const [, changed = ""] = runs;
  const file = join(cli.folder, ".dejima/runs", changed, "events.jsonl");
  await writeFile(file, (await readFile(file, "utf8")).replace("current_time", "other_time"));
  const newest = await cli.run(["log", "verify"]);
  expect([newest.code, newest.stdout]).toEqual([0, expect.stringContaining("log verify --all")]);
  const all = await cli.run(["log", "verify", "--all"]);
  expect(all.code).not.toBe(0);
  expect(all.stdout).toMatch(
    new RegExp(`^broken ${changed}: record \\d was changed[^]*\\n2 of 3 runs intact`),
  );
  const { ok, checked, broken } = (await cli.run(["log", "verify", "--all", "--json"])).json<{
    ok: boolean;
    checked: number;
    broken: readonly unknown[];
  }>();
  expect([ok, checked, broken.length]).toEqual([false, 3, 1]);
});

for (const { how, which, forget } of [
  { how: "an earlier run", which: 0, forget: false },
  { how: "an earlier run, and its row in the store", which: 0, forget: true },
  { how: "the latest run", which: 1, forget: false },
  { how: "the latest run, and its row in the store", which: 1, forget: true },
])
  test(`log verify fails where somebody removed ${how}`, async () => {
    await using cli = await aCliFolder();
    const runs: string[] = [];
    for (let made = 0; made < 2; made++) runs.push((await cli.run(call)).json<Outcome>().runId);
    expect((await cli.run(["log", "verify"])).code).toBe(0);
    const home = join(cli.folder, ".dejima");
    const gone = runs[which] ?? "";
    await rm(join(home, "runs", gone), { recursive: true });
    if (forget) {
      const database = new DatabaseSync(join(home, "dejima.db"));
      database.prepare("delete from runs where id = ?").run(gone);
      database.close();
    }
    const { code, stdout, stderr } = await cli.run(["log", "verify"]);
    expect(code).not.toBe(0);
    expect(`${stdout}${stderr}`).toMatch(new RegExp(`logs of a run that this home knows: ${gone}`));
  });
