import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Outcome } from "../../src/contract/outcome.ts";
import { aCliFolder } from "../support/run-cli.ts";

const call = ["tool", "call", "current_time", "--json"];

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
