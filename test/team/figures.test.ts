import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../src/doors/http/serve.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { follow, say } from "./a-team.ts";

/** A web process of a team, in this one, on a database of its own; nobody takes its runs yet. */
async function aWebProcess() {
  const postgres = await aPostgres();
  const address = await postgres.newDatabase();
  const folder = await mkdtemp(join(tmpdir(), "dejima-figures-"));
  const runtime = createRuntime({
    workspace: folder,
    home: join(folder, "home"),
    model: new ScriptedModel(() => ({ text: "Answered" })),
    variables: {},
    config: { store: address, runs: "workers" },
  });
  const server = await serve({ runtime, host: "127.0.0.1", port: 0, console: false, onFault: () => {} });
  onTestFinished(async () => {
    await server.close();
    await runtime.close();
    await postgres[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  /** A figure of `/metrics`, by its name and labels. */
  async function figure(name: string): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const line = text.split("\n").find((each) => each.startsWith(`${name} `));
    return line === undefined ? expect.unreachable(`no ${name} in ${text}`) : Number(line.split(" ")[1]);
  }
  return { address, runtime, node: { url: server.url }, figure };
}

test.runIf(hasPostgres)(
  "/metrics of a team shows how long jobs wait, which leases are held or expired, and how late events are",
  async () => {
    const { address, runtime, node, figure } = await aWebProcess();
    expect(await figure("dejima_oldest_job_seconds")).toBe(0);
    const answered = Array.fromAsync(say(node, "hello"));
    await expect.poll(() => figure('dejima_runs_queued{state="waiting"}'), { timeout: 20_000 }).toBe(1);
    expect(await figure("dejima_oldest_job_seconds")).toBeLessThan(80);
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    // A job that must not be taken yet does not wait for a worker.
    await client.query("UPDATE dejima_jobs.job SET start_after = now() + interval '1 day'");
    expect(await figure("dejima_oldest_job_seconds")).toBe(0);
    await client.query("UPDATE dejima_jobs.job SET start_after = now() - interval '90 seconds'");
    await client.end();
    expect(await figure("dejima_oldest_job_seconds")).toBeGreaterThanOrEqual(90);
    expect(await figure("dejima_oldest_job_seconds")).toBeLessThan(3_600);

    const store = await openPostgresStore({ address });
    onTestFinished(() => store.close());
    await store.shared?.leases.claim("run-held", { holder: "a", forMs: 600_000 });
    await store.shared?.leases.claim("run-lost", { holder: "a", forMs: 0 });
    const given = await store.shared?.leases.claim("run-free", { holder: "a", forMs: 0 });
    if (given !== undefined) await store.shared?.leases.release(given);
    expect(await figure('dejima_leases{state="held"}')).toBe(1);
    expect(await figure('dejima_leases{state="expired"}')).toBe(1);

    expect(await figure("dejima_event_lag_seconds_count")).toBe(0);
    const stop = new AbortController();
    const working = runtime.worker.run({ signal: stop.signal, runs: 1 });
    const events = await answered;
    expect(events.at(-1)).toMatchObject({ type: "run-end", data: { answer: "Answered" } });
    stop.abort();
    await working;
    const late = await figure("dejima_event_lag_seconds_count");
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(events.length);
    expect(await figure('dejima_event_lag_seconds_bucket{le="+Inf"}')).toBe(late);
    // What was written before somebody began to follow is not late.
    const again = await Array.fromAsync(follow(node, events[0]?.id ?? ""));
    expect(again.length).toBeGreaterThan(0);
    expect(await figure("dejima_event_lag_seconds_count")).toBe(late);
  },
);
