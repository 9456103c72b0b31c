import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { anS3, hasS3, S3_KEYS } from "../blobs/an-s3.ts";
import { hasPostgres } from "../store/a-postgres.ts";
import { answer, aTeam, type SentEvent, say, type TeamNode, until } from "./a-team.ts";

const usable = hasPostgres && hasS3;
let team: Awaited<ReturnType<typeof aTeam>>;
let s3: Awaited<ReturnType<typeof anS3>>;
let web: TeamNode;
let worker: TeamNode;
let workerHome = "b";

/** A home that no other process uses. */
const homeOf = (name: string) => join(team.workspace, "..", `home-${name}`);
const variables = () => ({ ...S3_KEYS, TEAM_BLOBS: s3.address("team") });

beforeAll(async () => {
  if (!usable) return;
  [team, s3] = await Promise.all([aTeam(), anS3()]);
  [web, worker] = await Promise.all([
    team.start("web", { home: homeOf("a"), variables: variables() }),
    team.start("worker", { home: homeOf("b"), variables: variables() }),
  ]);
});
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await s3?.[Symbol.asyncDispose]();
});

/** A runtime in this process with a home of its own. */
const elsewhere = (name: string) =>
  createRuntime({
    workspace: team.workspace,
    home: homeOf(name),
    variables: S3_KEYS,
    config: { store: team.address, runs: "workers", blobs: s3.address("team") },
  });

interface Said {
  readonly attachments?: readonly { name: string; mediaType: string; content: string }[];
  readonly conversation?: string;
}

const get = (path: string) => fetch(`${web.url}${path}`);

/** Says something at the web process, and waits for the end of the run. A question is an error. */
async function done(message: string, more: Said = {}): Promise<{ runId: string; events: SentEvent[] }> {
  const response = await fetch(`${web.url}/api/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message, ...more }),
  });
  const runId = response.headers.get("x-run-id") ?? "";
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes("event: approval-start")) throw new Error(`It was asked: ${text.slice(-2_000)}`);
  }
  const events = text.split("\n\n").flatMap((part): SentEvent[] => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(part)?.[1];
    const [type, data] = [field("event"), field("data")];
    return type === undefined || data === undefined ? [] : [{ id: "", type, data: JSON.parse(data) }];
  });
  expect(events.at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
  // The end is told as soon as it is recorded; the row of the run follows.
  await expect.poll(async () => (await get(`/api/runs/${runId}`)).json()).toMatchObject({ status: "done" });
  return { runId, events };
}

const call = (tool: string, input: object) => `call ${tool} ${JSON.stringify(input)}`;
const hashOf = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

test.runIf(usable)(
  "what a worker made, said and changed in its own home is delivered, read and undone at the web process",
  async () => {
    const content = "made at the worker\n";
    const { runId, events } = await done(call("make", { name: "report.txt", content }));
    expect(existsSync(join(homeOf("a"), "runs", runId, "artifacts"))).toBe(false);
    expect(await (await get(`/api/runs/${runId}/artifacts/report.txt`)).text()).toBe(content);
    expect(await (await get(`/api/runs/${runId}/artifacts`)).json()).toEqual([
      { name: "report.txt", bytes: content.length },
    ]);
    const whole = content.repeat(2_000);
    const ended = events.find(({ type, data }) => type === "call-end" && data.tool === "make");
    expect(JSON.stringify(ended?.data)).toContain(hashOf(whole));
    expect(await (await get(`/api/runs/${runId}/observations/${hashOf(whole)}`)).text()).toBe(whole);

    writeFileSync(join(team.workspace, "plan.md"), "before");
    const written = await done(call("write_file", { path: "plan.md", content: "after" }));
    expect(readFileSync(join(team.workspace, "plan.md"), "utf8")).toBe("after");
    const undone = await fetch(`${web.url}/api/calls/${written.runId}.1/undo`, { method: "POST" });
    expect(await undone.json()).toEqual({ undone: [{ path: "plan.md", action: "restored" }] });
    expect(readFileSync(join(team.workspace, "plan.md"), "utf8")).toBe("before");

    await using third = elsewhere("c");
    expect(await third.history.changes({ limit: 1 })).toMatchObject([
      { callId: `${written.runId}.1`, undone: true },
    ]);
    // A second undo at a third machine knows of the first.
    expect(await third.undo(`${written.runId}.1`)).toMatchObject({ undone: [] });
    const [changed] = await third.changedFiles.list([written.runId]);
    expect(changed).toMatchObject({ path: "plan.md", versions: [{ readable: true }, {}, {}] });
  },
);

test.runIf(usable)(
  "a file sent at the web process is read by the worker; a worker with nothing goes on where a killed one was",
  async () => {
    const content = Buffer.from("a picture, nearly").toString("base64");
    const attachments = [{ name: "photo.png", mediaType: "image/png", content }];
    const conversation = "a-conversation-with-files";
    await done(call("get_image_file", { saveAs: "photo.png" }), { attachments, conversation });
    expect(readFileSync(join(team.workspace, "photo.png"), "utf8")).toBe("a picture, nearly");

    const { runId } = await done(call("make", { name: "late.txt", content: "late\n" }));
    await worker.end("SIGKILL");
    rmSync(homeOf("b"), { recursive: true, force: true });
    workerHome = "d";
    worker = await team.start("worker", { home: homeOf(workerHome), variables: variables() });
    await done(call("get_image_file", { saveAs: "again.png" }), { conversation });
    expect(readFileSync(join(team.workspace, "again.png"), "utf8")).toBe("a picture, nearly");
    expect(await (await get(`/api/runs/${runId}/artifacts/late.txt`)).text()).toBe("late\n");
    // The head of its log was chained in the home of a worker that is gone. Where the worker was killed between the last record
    // and the row of the run, its lease must end first, and then whoever looks chains the head.
    await using third = elsewhere("f");
    await expect
      .poll(() => third.history.verify(runId))
      .toMatchObject({
        ok: true,
        checks: expect.arrayContaining([expect.objectContaining({ what: "heads", result: "passed" })]),
      });
  },
);

test.runIf(usable)(
  "a program that waits for a person goes on at another machine, with the results that were recorded at the first",
  async () => {
    const code = `const made = await tools.make({ name: "long.txt", content: "x\\n" });
      await tools.act({ what: "program-1" });
      await tools.act({ what: "program-2" });
      return made.length;`;
    const seen: SentEvent[] = [];
    let questions = 0;
    for await (const event of say(web, call("run_program", { code }))) {
      seen.push(event);
      if (event.type !== "approval-start") continue;
      questions += 1;
      if (questions === 2) {
        await worker.end("SIGKILL");
        rmSync(homeOf(workerHome), { recursive: true, force: true });
        workerHome = "h";
        worker = await team.start("worker", { home: homeOf(workerHome), variables: variables() });
      }
      expect((await answer(web, String(event.data.id), "approve")).status).toBe(200);
    }
    expect(seen.at(-1)).toMatchObject({ type: "run-end", data: { status: "done" } });
    const of = (type: string, tool: string) =>
      seen.filter(({ type: one, data }) => one === type && data.tool === tool);
    expect(of("call-end", "run_program")).toMatchObject([{ data: { result: { ok: true, output: 4_000 } } }]);
    expect(of("call-start", "make")).toHaveLength(1);
    expect(questions).toBe(2);
    expect(team.lines("done.txt").filter((line) => line.startsWith("program-"))).toEqual([
      "program-1",
      "program-2",
    ]);
  },
);

test.runIf(usable)(
  "a content that is gone or changed in the bucket is named; log prune removes what runs left there",
  async () => {
    const { runId } = await done(call("make", { name: "gone.txt", content: "gone soon\n" }));
    await using third = elsewhere("e");
    const key = `team/runs/${runId}/artifacts/${hashOf("gone soon\n")}`;
    writeFileSync(s3.fileOf(key), "gone  now\n");
    await expect((await third.history.files(runId)).read("artifacts", "gone.txt")).rejects.toMatchObject({
      code: "conflict",
    });
    rmSync(s3.fileOf(key));
    await expect((await third.history.files(runId)).read("artifacts", "gone.txt")).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining(hashOf("gone soon\n")),
    });
    const { runs } = await third.history.prune({ before: Date.now() + 1_000 });
    expect(runs).toContain(runId);
    expect(
      existsSync(s3.fileOf(`team/runs/${runId}/observations/${hashOf("gone soon\n".repeat(2_000))}`)),
    ).toBe(false);
  },
);

test.runIf(usable)(
  "a skill that is installed, turned off or removed at one machine is so at the others, and the team can go back",
  async () => {
    await using third = elsewhere("g");
    await third.ready();
    const description = "Say which tide it is. Use it when somebody asks about the tide.";
    await third.skills.create({ name: "tide", description }, { accept: async () => true, by: "ada" });
    const atWeb = async () => {
      const response = await get("/api/skills/tide");
      const { trust, enabled } = await response.json();
      return response.status === 200 ? `${trust} ${enabled}` : response.status;
    };
    const installedAtWorker = () => existsSync(join(homeOf(workerHome), "skills", "tide", "SKILL.md"));
    await expect.poll(atWeb, { timeout: 20_000 }).toBe("trusted true");
    await expect.poll(installedAtWorker, { timeout: 20_000 }).toBe(true);
    const change = (method: string, path: string) => fetch(`${web.url}${path}`, { method });
    expect((await change("POST", "/api/skills/tide/disable")).status).toBe(200);
    await expect.poll(async () => (await third.skills.info("tide")).enabled, { timeout: 20_000 }).toBe(false);
    expect((await change("DELETE", "/api/skills/tide")).status).toBe(200);
    await expect.poll(installedAtWorker, { timeout: 20_000 }).toBe(false);
    await third.teamConfig.rollBack(1, { by: "eve", of: "skills" });
    await expect.poll(atWeb, { timeout: 20_000 }).toBe("trusted true");
    await expect.poll(installedAtWorker, { timeout: 20_000 }).toBe(true);
    const history = await third.teamConfig.history({ limit: 10, of: "skills" });
    expect(history.map(({ by, change: words }) => `${by}: ${words}`)).toEqual([
      "eve: roll back to version 1",
      "local: skill uninstall tide",
      "local: skill disable tide",
      "ada: skill create tide",
    ]);
    // Content that is not what was accepted is not installed.
    const { text } = (await team.store.shared?.versions.latest("skills")) ?? { text: "" };
    const other = text.replace(
      /"hash":"[0-9a-f]/,
      (head) => `${head.slice(0, -1)}${head.endsWith("0") ? 1 : 0}`,
    );
    await team.store.shared?.versions.add(
      { name: "skills", text: other, by: "mallory", change: "another content" },
      { after: 4 },
    );
    await using fourth = elsewhere("i");
    await fourth.ready();
    expect((await fourth.skills.list()).map(({ name }) => name)).not.toContain("tide");
  },
);

test.runIf(usable)(
  "while the bucket is away /readyz says so, and the run of a message goes on when it is back",
  async () => {
    await s3.stop();
    const ready = await get("/readyz");
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: "not ready: the blob store does not answer" });
    const going = done(call("make", { name: "after.txt", content: "after all\n" }));
    await until(async () =>
      (await team.store.runs.list({ limit: 1 }))[0]?.status === "open" ? true : undefined,
    );
    await s3.restart();
    const { runId } = await going;
    expect(await (await get(`/api/runs/${runId}/artifacts/after.txt`)).text()).toBe("after all\n");
    expect((await get("/readyz")).status).toBe(200);
  },
);
