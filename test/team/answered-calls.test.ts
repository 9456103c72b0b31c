import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canonicalJson } from "../../src/support/json.ts";
import { hasPostgres } from "../store/a-postgres.ts";
import { aCliFolder, type CliFolder } from "../support/run-cli.ts";
import { aTeam, say, type TeamNode, until } from "./a-team.ts";

let team: Awaited<ReturnType<typeof aTeam>>;
let cli: CliFolder;
let web: TeamNode;

beforeAll(async () => {
  if (!hasPostgres) return;
  team = await aTeam();
  cli = await aCliFolder();
  [web] = await Promise.all([team.start("web"), team.start("worker")]);
});
afterAll(async () => {
  await cli?.[Symbol.asyncDispose]();
  await team?.[Symbol.asyncDispose]();
});

/** `dejima approvals …` at a machine of the team. */
const approvals = (...args: string[]) =>
  cli.run(["approvals", ...args], {
    asProcess: args.includes("--no-run"),
    variables: { DEJIMA_STORE: team.address, DEJIMA_RUNS: "workers" },
  });

/** Calls a tool at a web process, and leaves the question about it open. */
function park({ url }: TeamNode, tool: string, input: unknown): void {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ input, park: true });
  const call = fetch(`${url}/api/tools/${tool}/call`, { method: "POST", headers, body });
  call.then((response) => response.text()).catch(() => {});
}

/** The open question about a call with this input. */
const questionAbout = (asked: Readonly<Record<string, string>>) =>
  until(async () => {
    const open = await team.store.approvals.list({ status: "pending", limit: 100 });
    return open.find(({ input }) => canonicalJson(input) === canonicalJson(asked));
  });

/** Resolves once no process counts as the holder of a run any more. */
const given = (runId: string) =>
  until(async () => ((await team.store.shared?.leases.holders([runId]))?.size === 0 ? true : undefined));

test.runIf(hasPostgres)(
  "a call that is approved right after kill -9 of its process runs once its lease is over",
  async () => {
    const doomed = await team.start("web");
    park(doomed, "act", { what: "orphan" });
    const { id, runId } = await questionAbout({ what: "orphan" });
    await doomed.end("SIGKILL");
    expect((await team.store.shared?.leases.holders([runId]))?.size).toBe(1);
    const approved = await approvals("approve", id);
    expect(approved.code, approved.stderr).toBe(0);
    await until(() => team.lines("done.txt").includes("orphan") || undefined);
    await until(async () => ((await team.store.runs.get(runId))?.status === "done" ? true : undefined));
    expect(team.lines("begun.txt").filter((line) => line === "orphan")).toHaveLength(1);
    expect(await team.broken([runId])).toEqual([]);
  },
);

test.runIf(hasPostgres)(
  "a call whose process is long gone is made by a worker when whoever answers does not make it",
  async () => {
    const doomed = await team.start("web");
    park(doomed, "act", { what: "late" });
    const { id, runId } = await questionAbout({ what: "late" });
    await doomed.end("SIGKILL");
    await given(runId);
    // The job of the lost lease is done by now: nothing was approved.
    await pause(3_000);
    const approved = await approvals("approve", id, "--no-run");
    expect([approved.code, approved.stderr]).toEqual([0, expect.stringContaining("A worker continues it")]);
    await until(() => team.lines("done.txt").includes("late") || undefined);
    await until(async () => ((await team.store.runs.get(runId))?.status === "done" ? true : undefined));
    expect(team.lines("begun.txt").filter((line) => line === "late")).toHaveLength(1);
  },
);

test.runIf(hasPostgres)(
  "calls that several processes approve 0.5 to 12 s after kill -9 of their process are each made once",
  async () => {
    const doomed = await team.start("web");
    const delays = [500, 500, 3_000, 6_000, 9_000, 10_000, 11_000, 12_000];
    const names = delays.map((_delay, at) => `left-${at}`);
    for (const what of names) park(doomed, "act", { what });
    const asked = await Promise.all(names.map((what) => questionAbout({ what })));
    await doomed.end("SIGKILL");
    const ended = await Promise.all(
      asked.map(async ({ id }, at) => {
        await pause(delays[at]);
        // These processes do not have the tool: a worker makes the call.
        return approvals("approve", id, "--no-run");
      }),
    );
    for (const { code, stderr } of ended) {
      expect(code, stderr).toBe(0);
      expect(stderr).toMatch(/(A worker|Another process) continues it\n$/);
    }
    for (const { runId } of asked)
      await until(async () => ((await team.store.runs.get(runId))?.status === "done" ? true : undefined));
    expect(
      team
        .lines("begun.txt")
        .filter((line) => names.includes(line))
        .toSorted(),
    ).toEqual(names);
    expect(await team.broken(asked.map(({ runId }) => runId))).toEqual([]);
  },
);

test.runIf(hasPostgres)(
  "a process that has a run in passing is not taken for one that goes on with it",
  async () => {
    const doomed = await team.start("web");
    park(doomed, "act", { what: "passed" });
    const { id, runId } = await questionAbout({ what: "passed" });
    await doomed.end("SIGKILL");
    await given(runId);
    const leases = team.store.shared?.leases;
    const claim = { holder: "", forMs: 3_000, onlyIfReleased: true };
    await until(() => leases?.claim(runId, claim));
    expect((await approvals("show", id, "--json")).json()).toMatchObject({ attended: false });
    const approved = await approvals("approve", id, "--no-run");
    expect([approved.code, approved.stderr]).toEqual([0, expect.stringContaining("A worker continues it")]);
    await until(() => team.lines("done.txt").includes("passed") || undefined);
  },
);

test.runIf(hasPostgres)(
  "a question of a conversation that is approved right after kill -9 of its worker is gone on with by another worker",
  async () => {
    const rest = Array.fromAsync(say(web, "do first"));
    const { id, runId } = await questionAbout({ what: "first" });
    for (const node of [...team.nodes]) if (node.url === "working") await node.end("SIGKILL");
    const approved = await approvals("approve", id);
    expect(approved.code, approved.stderr).toBe(0);
    await team.start("worker");
    expect((await rest).at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
    expect(team.lines("done.txt").filter((line) => line === "first")).toHaveLength(1);
    expect(await team.broken([runId])).toEqual([]);
  },
);

test.runIf(hasPostgres)(
  "an approval at the terminal of a healthy team says who goes on with it, whoever is faster, and ends with 0",
  async () => {
    const names = Array.from({ length: 8 }, (_none, at) => `healthy-${at}`);
    const ends = names.map((what) => Array.fromAsync(say(web, `do ${what}`)));
    for (const what of names) {
      const { id } = await questionAbout({ what });
      const approved = await approvals("approve", id);
      expect(approved.stderr).toMatch(/is approved\n(A worker|Another process) continues it\n$/);
      expect(approved.code).toBe(0);
    }
    for (const end of ends)
      expect((await end).at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
    expect(team.lines("done.txt").filter((line) => names.includes(line))).toHaveLength(8);
  },
);
