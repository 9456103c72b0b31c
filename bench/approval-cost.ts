// What asking costs beyond the person: from the answer to the start of the call, against the synced commits that it must
// make; and judging with 1,000 rules and 1,000 grants, against 10 of each.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { createGrantLedger } from "../src/approval/grant-ledger.ts";
import { grantOffers } from "../src/approval/grant-offers.ts";
import { GRANTS_FILE, sealOf } from "../src/approval/grant-seal.ts";
import { createRuntime, defineTool, type Tool } from "../src/index.ts";
import { judge } from "../src/policy/judge.ts";
import { globalLayer } from "../src/policy/rule-layers.ts";
import { createMemoryStore } from "../src/store/in-memory/memory-store.ts";
import { type Benchmark, report } from "./benchmark.ts";
import { interleave, median } from "./interleave.ts";

const LOGARITHMIC = Math.log(1000) / Math.log(10);

const run: Benchmark = async ({ json }) => {
  const disk = await measured(tmpdir());
  report(
    {
      name: "answer to start of the call, on disk, vs its two synced commits",
      ours: disk.answer,
      peer: disk.commits,
      unit: "ms",
      aim: 2,
    },
    json,
  );
  report(
    {
      name: "answer to start of the call, on disk, vs one millisecond",
      ours: disk.answer,
      peer: 1,
      unit: "ms",
      aim: 1,
    },
    json,
  );
  if (existsSync("/dev/shm")) {
    const { answer } = await measured("/dev/shm");
    report(
      { name: "the same without the disk, vs one millisecond", ours: answer, peer: 1, unit: "ms", aim: 1 },
      json,
    );
  }
  const times = await interleave(
    [
      { name: "10 rules", once: judging(10) },
      { name: "1000 rules", once: judging(1000) },
      { name: "10 grants", once: await covering(10) },
      { name: "1000 grants", once: await covering(1000) },
    ],
    { rounds: 30, batch: 200 },
  );
  for (const what of ["rules", "grants"]) {
    const [ours = Number.NaN, peer = Number.NaN] = [times.get(`1000 ${what}`), times.get(`10 ${what}`)];
    report(
      { name: `judging with 1,000 ${what} of one tool vs 10`, ours, peer, unit: "µs", aim: LOGARITHMIC },
      json,
    );
  }
};

export default run;

async function measured(place: string): Promise<{ answer: number; commits: number }> {
  const folder = await mkdtemp(join(place, "dejima-approval-"));
  const result = { answer: await answerToStart(folder), commits: syncedCommits(folder, 2) };
  await rm(folder, { recursive: true });
  return result;
}

function shell(run: () => unknown = () => "ok"): Tool {
  return defineTool({
    name: "command",
    summary: "A command that a person is asked about",
    description: "Runs nothing.",
    category: "custom",
    risk: "medium",
    input: z.object({ line: z.string() }),
    effects: ({ line }) => [{ kind: "command.run", target: line }],
    run,
  });
}

/** The median time from handing in an answer to the first moment of the tool. */
async function answerToStart(workspace: string): Promise<number> {
  let started = 0;
  const runtime = createRuntime({
    workspace,
    park: "wait",
    tools: [
      shell(() => {
        started = performance.now();
        return "ok";
      }),
    ],
  });
  const times: number[] = [];
  for (let round = 0; round < 60; round++) {
    const asked = Promise.withResolvers<string>();
    const stop = runtime.subscribe((event) => {
      if (event.type === "approval-start" && event.id !== undefined) asked.resolve(event.id);
    });
    const outcome = runtime.execute("command", { line: `npm test ${round}` });
    const id = await asked.promise;
    stop();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const answered = performance.now();
    await runtime.approvals.answer(id, { answer: "approve", by: "ann", door: "cli" });
    await outcome;
    times.push(started - answered);
  }
  await runtime.close();
  return median(times.slice(10));
}

/** The median time of so many commits that are synced to the disk. */
function syncedCommits(folder: string, count: number): number {
  const database = new DatabaseSync(join(folder, "peer.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (a TEXT)");
  const insert = database.prepare("INSERT INTO t VALUES (?)");
  const times = Array.from({ length: 50 }, () => {
    const started = performance.now();
    for (let commit = 0; commit < count; commit++) insert.run("x".repeat(1500));
    return performance.now() - started;
  });
  database.close();
  return median(times);
}

function judging(count: number): () => Promise<unknown> {
  const safe = Array.from({ length: count }, (_none, at) => `command(npm run task${at} *)`);
  const layer = globalLayer({ safe, confirm: [], deny: [] }, { base: "/w", lineOf: () => undefined });
  const tool = { name: "command", aliases: [], risk: "medium" } as const;
  const call = {
    tool,
    effects: [{ kind: "command.run", target: `npm run task${count - 1} --now` }],
  } as const;
  return async () => judge(call, [layer]);
}

async function covering(count: number): Promise<() => Promise<unknown>> {
  const runsFolder = await mkdtemp(join(tmpdir(), "dejima-grants-"));
  const store = createMemoryStore();
  const tool = shell();
  const now = Date.now();
  const effect = (at: number) => ({ kind: "command.run" as const, target: `npm run task${at}` });
  for (let at = 0; at < count; at++) {
    const [offer] = await grantOffers(
      { tool, effects: [effect(at)] },
      { folder: "/w", runId: "r", sources: [], reading: "", now },
    );
    if (offer === undefined) throw new Error("no grant was offered");
    const common = { runId: "r", approvalId: `a${at}`, by: "ann", door: "cli", createdAt: now } as const;
    const unsealed = {
      ...common,
      id: `g${at}`,
      terms: { ...offer.terms, maxUses: 10 ** 9 },
      status: "active",
      uses: 0,
    } as const;
    await store.grants.create({ ...unsealed, seal: sealOf(unsealed) });
  }
  await mkdir(join(runsFolder, "r"));
  const lines = (await store.grants.list({ limit: count })).map((grant) => JSON.stringify(grant));
  await writeFile(join(runsFolder, "r", GRANTS_FILE), lines.join("\n"));
  const ledger = createGrantLedger({
    store: async () => store,
    now: Date.now,
    folder: "/w",
    runsFolder,
    userOf: async () => "local",
    membersOf: async () => [],
    isStillValid: async () => true,
  });
  const call = { tool, effects: [effect(count - 1)], runId: "r", sources: [], reading: "" };
  if ((await ledger.cover(call)) === undefined) throw new Error("the grant did not cover the call");
  await rm(runsFolder, { recursive: true });
  return () => ledger.cover(call);
}
