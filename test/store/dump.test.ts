import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aTool } from "../support/a-runtime.ts";
import { aPostgres } from "./a-postgres.ts";

/** A folder with a server and the programs that dump and restore it. Debian keeps them outside the PATH. */
const programs = [
  ...(process.env.PATH ?? "").split(delimiter),
  ...globSync("/usr/lib/postgresql/*/bin"),
].find((folder) =>
  ["initdb", "postgres", "pg_dump", "pg_restore"].every((name) => existsSync(join(folder, name))),
);

/** Every row of every table, by the name of the table. */
async function rowsOf(address: string): Promise<Record<string, unknown[]>> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows: tables } = await client.query(
    "SELECT schemaname || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname IN ('dejima', 'dejima_jobs') ORDER BY 1",
  );
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables)
    all[name] = (await client.query(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)).rows;
  await client.end();
  return all;
}

test.skipIf(programs === undefined)(
  "what pg_dump and a copy of the blobs hold is restored on a new server, and a run that waits there goes on (needs pg_dump)",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "dejima-dump-"));
    await using one = await aPostgres({ programs: programs ?? "" });
    await using other = await aPostgres({ programs: programs ?? "" });
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const done: string[] = [];
    /** The team on a server, with a home of its own and the blobs of a folder. */
    const aNode = (store: string, name: string) =>
      createRuntime({
        workspace: folder,
        home: join(folder, `home-${name}`),
        park: "leave",
        variables: { DEJIMA_VAULT_KEY: Buffer.alloc(32, 7).toString("base64") },
        config: { store, runs: "workers", blobs: `file://${folder}/blobs-${name}`, tenant: "acme" },
        tools: [
          aTool({ name: "much", run: () => "harbour ".repeat(20_000) }),
          aTool({ name: "act", risk: "medium", run: () => done.push(name) }),
        ],
        model: new ScriptedModel(({ messages }) => {
          const made = messages.filter(({ role }) => role === "tool").length;
          return made === 2
            ? { text: "Both." }
            : { calls: [{ tool: made === 0 ? "much" : "act", input: {} }] };
        }),
      });
    const address = await one.newDatabase();
    const first = aNode(address, "first");
    const events = await Array.fromAsync(first.agent.run("do both", { conversation: "c" }));
    const end = events.at(-1);
    expect(end).toMatchObject({ type: "run-end", status: "parked" });
    const runId = end?.runId ?? "";
    await first.close();
    const before = await rowsOf(address);
    expect(before["dejima.run_logs"]?.length).toBeGreaterThan(5);

    const file = join(folder, "dump");
    const run = (program: string, ...words: string[]) =>
      execFileSync(join(programs ?? "", program), words, { stdio: ["ignore", "pipe", "inherit"] });
    run("pg_dump", "--format=custom", "--schema=dejima", "--schema=dejima_jobs", `--file=${file}`, address);
    await cp(join(folder, "blobs-first"), join(folder, "blobs-second"), { recursive: true });
    await other.query('CREATE ROLE dejima_app NOLOGIN; GRANT dejima_app TO "dejima"');
    const restored = await other.newDatabase();
    run("pg_restore", "--exit-on-error", `--dbname=${restored}`, file);
    expect(await rowsOf(restored)).toEqual(before);

    await using second = aNode(restored, "second");
    expect(await second.history.verify(runId)).toMatchObject({ ok: true });
    const [question] = await second.approvals.list({ status: "pending" });
    await second.approvals.answer(question?.id ?? "", { answer: "approve", by: "ann", door: "test" });
    const told = await Array.fromAsync(second.agent.resume(runId));
    expect(told.at(-1)).toMatchObject({ type: "run-end", status: "done", answer: "Both." });
    expect(done).toEqual(["second"]);
    const large = events.find((event) => event.type === "call-end" && event.tool === "much");
    const ref = large?.type === "call-end" ? (large.result.observation?.ref ?? "") : "";
    expect(await second.history.observation(runId, ref)).toContain("harbour harbour");
  },
);
