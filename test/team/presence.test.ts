import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { hasPostgres } from "../store/a-postgres.ts";
import { aCliFolder, type CliFolder } from "../support/run-cli.ts";
import { aTeam, type SentEvent, say, type TeamNode, until } from "./a-team.ts";

let team: Awaited<ReturnType<typeof aTeam>>;
let cli: CliFolder;
let web: TeamNode;

beforeAll(async () => {
  if (!hasPostgres) return;
  team = await aTeam();
  cli = await aCliFolder();
  web = await team.start("web");
});
afterAll(async () => {
  await cli?.[Symbol.asyncDispose]();
  await team?.[Symbol.asyncDispose]();
});

const variables = (more = {}) => ({ DEJIMA_STORE: team.address, DEJIMA_RUNS: "workers", ...more });
const ready = async () => {
  const response = await fetch(`${web.url}/readyz`);
  return [response.status, await response.json()];
};
const NO_WORKER = /^no worker is running, \d+ runs? waits?$/;

const WAITS = /It waits: no worker is running.*start `dejima worker`/;

/** Approves at a terminal of the team. */
async function approve(id: string) {
  const approved = await cli.run(["approvals", "approve", id], { variables: variables() });
  expect(approved.code, approved.stderr).toBe(0);
  return approved;
}

/** What `dejima doctor` says of the team. */
async function teamChecks(more = {}) {
  const ended = await cli.run(["doctor", "--json"], { variables: variables(more) });
  const { checks } = ended.json<{ checks: { name: string; status: string; message: string }[] }>();
  return checks.filter(({ name }) => name === "team");
}

/** A command that runs until it is stopped, and what it has said on standard error. */
function started(args: readonly string[], more = {}) {
  let said = "";
  let stop = () => {};
  const ended = cli.run(args, {
    variables: variables(more),
    asProcess: true,
    onStderr(text, send) {
      said = text;
      stop = () => send("SIGTERM");
    },
    onStart(send) {
      stop = () => send("SIGTERM");
    },
  });
  const end = async () => {
    stop();
    await ended;
  };
  onTestFinished(end);
  return { said: () => said, stop: end };
}

test.runIf(hasPostgres)(
  "without a worker the chat says what it waits for, readyz and doctor name it, and a worker takes what waited",
  async () => {
    const seen: SentEvent[] = [];
    const events = say(web, "hello");
    seen.push((await events.next()).value ?? expect.unreachable());
    expect(seen[0]).toMatchObject({
      type: "notice",
      data: { situation: "waiting", text: expect.stringMatching(/^Waiting for a worker\. None is running/) },
    });
    expect(await ready()).toEqual([
      200,
      { status: "ready", warnings: ["no worker is running, 1 run waits"] },
    ]);
    expect(await teamChecks()).toContainEqual(
      expect.objectContaining({ status: "warning", message: expect.stringMatching(NO_WORKER) }),
    );
    const body = JSON.stringify({
      model: "dejima",
      stream: true,
      messages: [{ role: "user", content: "hi" }],
    });
    const headers = { "content-type": "application/json" };
    const spoken = await fetch(`${web.url}/v1/chat/completions`, { method: "POST", headers, body });
    const reader = spoken.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("Waiting for a worker"))
      text += (await reader?.read())?.value ?? expect.unreachable();

    const worker = await team.start("worker");
    for await (const event of events) seen.push(event);
    expect(seen.at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
    expect(seen.filter(({ data }) => data.situation === "waiting")).toHaveLength(1);
    for (;;) {
      const { value, done } = (await reader?.read()) ?? {};
      text += value ?? "";
      if (done !== false) break;
    }
    expect(text).toContain("Answered");
    expect(await ready()).toEqual([200, { status: "ready" }]);

    const rest = Array.fromAsync(say(web, "do later"));
    const { id } = await until(
      async () => (await team.store.approvals.list({ status: "pending", limit: 1 }))[0],
    );
    // A killed worker says no farewell. Everybody knows at once.
    await worker.end("SIGKILL");
    expect((await approve(id)).stderr).toMatch(WAITS);
    expect((await ready())[1]).toMatchObject({ warnings: [expect.stringMatching(NO_WORKER)] });
    const later = say(web, "hello again");
    expect((await later.next()).value).toMatchObject({
      data: { situation: "waiting", text: expect.stringMatching(/None is running/) },
    });
    await team.start("worker");
    expect((await Array.fromAsync(later)).at(-1)).toMatchObject({
      type: "run-end",
      data: { status: "done" },
    });
    expect((await rest).at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
  },
);

test.runIf(hasPostgres)(
  "a process that was killed is not said to go on with its call, though it still has the lease of its run",
  async () => {
    const doomed = await team.start("web");
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ input: { what: "left" }, park: true });
    const call = fetch(`${doomed.url}/api/tools/act/call`, { method: "POST", headers, body });
    call.catch(() => {});
    const { id, runId } = await until(
      async () => (await team.store.approvals.list({ status: "pending", limit: 1 }))[0],
    );
    const show = ["approvals", "show", id, "--json"];
    expect((await cli.run(show, { variables: variables() })).json()).toMatchObject({ attended: true });
    for (const node of [...team.nodes]) if (node !== web) await node.end("SIGKILL");
    expect((await team.store.shared?.leases.holders([runId]))?.size).toBe(1);
    expect((await approve(id)).stderr).toMatch(WAITS);
    await team.start("worker");
    await until(() => team.lines("done.txt").includes("left") || undefined);
  },
);

test.runIf(hasPostgres)(
  "a machine that keeps the files of runs elsewhere is told so when it starts and by doctor, and not with one place for all",
  async () => {
    // The worker of the test before has another home.
    const [other] = await teamChecks();
    expect(other).toMatchObject({
      status: "warning",
      message: expect.stringContaining("in another place at"),
    });
    const shared = await teamChecks({ DEJIMA_HOME: team.home });
    expect(shared).toMatchObject([{ status: "ok", message: expect.stringContaining("1 worker") }]);
    const worker = started(["worker"]);
    await until(() => worker.said().includes("set `blobs` (DEJIMA_BLOBS)") || undefined);
    await worker.stop();
    expect(worker.said().split("in another place at")).toHaveLength(2);
  },
);

test.runIf(hasPostgres)(
  "serve and worker say once that PostgreSQL is away, and once that it is back",
  async () => {
    const nodes = [started(["worker"]), started(["serve", "--port", "0"])];
    const times = (said: string, part: string) => said.split(part).length - 1;
    // Each has said something at its start: the note about its files.
    for (const node of nodes) await until(() => node.said().includes("in another place at") || undefined);
    await team.postgres.stop();
    for (const node of nodes)
      await until(() => node.said().includes("Trying again until it is back.") || undefined);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await team.postgres.start();
    for (const node of nodes)
      await until(() => node.said().includes("PostgreSQL is back: going on.") || undefined);
    for (const node of nodes) {
      await node.stop();
      expect(times(node.said(), "Trying again until it is back.")).toBe(1);
      expect(times(node.said(), "PostgreSQL is back")).toBe(1);
    }
  },
);
