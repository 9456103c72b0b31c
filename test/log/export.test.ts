import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCliFolder } from "../support/run-cli.ts";

test("log export writes the log of a run as it was recorded, and never over a file", async () => {
  await using cli = await aCliFolder();
  await cli.run(["tool", "call", "current_time"]);
  const said = await cli.run(["log", "export", "--to", "out.jsonl", "--json"]);
  const [runId = ""] = await readdir(join(cli.folder, ".dejima/runs"));
  const log = await readFile(join(cli.folder, ".dejima/runs", runId, "events.jsonl"), "utf8");
  expect(JSON.parse(said.stdout)).toMatchObject({ runId, records: log.split("\n").length - 1 });
  expect(await readFile(join(cli.folder, "out.jsonl"), "utf8")).toBe(log);
  const again = await cli.run(["log", "export", runId, "--to", "out.jsonl"]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("EEXIST")]);
});
