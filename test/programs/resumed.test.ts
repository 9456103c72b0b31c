// Programs without a conversation whose process is gone: `dejima program run`, the HTTP API, MCP clients, the library.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

/** A tool that needs a yes, and what it did. */
function anAct() {
  const done: string[] = [];
  const run = ({ what }: { what: string }) => {
    done.push(what);
    return { did: what };
  };
  return { act: aTool({ name: "act", risk: "medium", input: z.object({ what: z.string() }), run }), done };
}

const CODE = `const a = await tools.act({ what: "a" });
  const b = await tools.act({ what: a.did + "b" }).catch(({ code }) => code);
  return { a, b };`;

/** Leaves a program with an open question, as a process that is gone leaves it. */
async function leave(runtime: Runtime, code = CODE, options: Parameters<Runtime["openRun"]>[0] = {}) {
  const run = await runtime.openRun({ title: "left", park: "leave", ...options });
  const outcome = await run.execute({ tool: "run_program", input: { code } });
  expect(errorOf(outcome).details).toMatchObject({ parked: true });
  await run.end("parked");
  return run.id;
}

const pending = async (runtime: Runtime) =>
  (await runtime.approvals.list({ status: "pending" })).map(({ id }) => id);

async function answer(runtime: Runtime, said: "approve" | "deny") {
  const [id = ""] = await pending(runtime);
  await runtime.approvals.answer(id, { answer: said, by: "ann", door: "test" });
  return id;
}

test("an answer continues the whole program, call by call, and repeats nothing", async () => {
  const { act, done } = anAct();
  await using world = await aRuntime({ tools: [act] });
  const { runtime } = world;
  const runId = await leave(runtime);
  const waits = await runtime.continueAnswered(await answer(runtime, "approve"));
  expect(waits).toMatchObject({ what: "program", outcome: { error: { details: { parked: true } } } });
  expect(done).toEqual(["a"]);
  expect(await runtime.store.runs.get(runId)).toMatchObject({ status: "parked" });
  const ended = outputOf(await runtime.resumeApproved(await answer(runtime, "approve")));
  expect(ended).toEqual({ a: { did: "a" }, b: { did: "ab" } });
  expect(done).toEqual(["a", "ab"]);
  expect(await runtime.store.runs.get(runId)).toMatchObject({ status: "done" });
  expect(await runtime.history.verify(runId)).toMatchObject({ ok: true });
  await expect(runtime.resumeProgram(runId)).rejects.toThrow(
    "neither a conversation nor a program broke off",
  );
});

test("a no is an exception in the program that goes on", async () => {
  const { act, done } = anAct();
  await using world = await aRuntime({ tools: [act] });
  const { runtime } = world;
  await leave(runtime);
  await runtime.continueAnswered(await answer(runtime, "approve"));
  const ended = await runtime.continueAnswered(await answer(runtime, "deny"));
  expect(ended?.outcome).toMatchObject({ output: { a: { did: "a" }, b: "approval_denied" } });
  expect(done).toEqual(["a"]);
});

test("resumeProgram() continues even without an answer: the question stays the same", async () => {
  const { act, done } = anAct();
  await using world = await aRuntime({ tools: [act] });
  const { runtime } = world;
  const runId = await leave(runtime);
  const before = await pending(runtime);
  expect(errorOf(await runtime.resumeProgram(runId)).details).toMatchObject({ parked: true });
  expect(await pending(runtime)).toEqual(before);
  expect(done).toEqual([]);
});

test("a program that is longer than a line of the log goes on; one with a secret is refused", async () => {
  const { act, done } = anAct();
  await using world = await aRuntime({ tools: [act] });
  const { runtime } = world;
  await leave(runtime, `// ${"long ".repeat(2_000)}\n${CODE}`);
  await runtime.continueAnswered(await answer(runtime, "approve"));
  await runtime.continueAnswered(await answer(runtime, "approve"));
  expect(done).toEqual(["a", "ab"]);
  const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`;
  await leave(runtime, `const key = "${token}"; return tools.act({ what: "c" })`);
  await expect(runtime.continueAnswered(await answer(runtime, "approve"))).rejects.toThrow(
    "it contains a secret",
  );
  expect(done).toEqual(["a", "ab"]);
});

test("limits of a run that its log does not hold are not lost: only the approved call runs", async () => {
  const { act, done } = anAct();
  await using world = await aRuntime({ tools: [act, aTool({ name: "secret", run: () => "told" })] });
  const { runtime } = world;
  const rules = [{ name: "a client", confirm: [], deny: ["secret"] }];
  const code = `await tools.act({ what: "a" }); return tools.secret()`;
  const runId = await leave(runtime, code, { rules });
  const ended = await runtime.continueAnswered(await answer(runtime, "approve"));
  expect(ended).toMatchObject({ what: "call", outcome: { output: { did: "a" } } });
  await expect(runtime.resumeProgram(runId)).rejects.toThrow("only its client knows the limits");
  expect(errorOf(await runtime.resumeProgram(runId, { rules })).message).toContain('Cannot call "secret"');
  expect(done).toEqual(["a"]);
});

test("an approved program continues with its recorded calls", async () => {
  const { act, done } = anAct();
  const config = { permissions: { confirm: ["run_program"] } };
  await using world = await aRuntime({ tools: [act], config });
  const { workspace, home, runtime } = world;
  const asked = Promise.withResolvers<string>();
  let questions = 0;
  const run = await runtime.openRun({
    title: "left",
    mode: "interactive",
    park: "leave",
    async ask({ id = "" }) {
      questions += 1;
      if (questions <= 2) return { answer: "approve", by: "ann" };
      asked.resolve(id);
      return new Promise(() => {});
    },
  });
  void run.execute({ tool: "run_program", input: { code: CODE }, key: "a-key" });
  const id = await asked.promise;
  run.leave();
  expect(done).toEqual(["a"]);
  await using later = createRuntime({ workspace, home, tools: [act], config });
  await later.approvals.answer(id, { answer: "approve", by: "ann", door: "test" });
  expect((await later.continueAnswered(id))?.outcome).toMatchObject({
    output: { a: { did: "a" }, b: { did: "ab" } },
  });
  expect(done).toEqual(["a", "ab"]);
});

test("interruptedProgram() is the newest one that can go on here; one that waits for an answer comes last", async () => {
  const { act } = anAct();
  await using world = await aRuntime({ tools: [act] });
  const { runtime, workspace, home } = world;
  expect(await runtime.interruptedProgram()).toBeUndefined();
  const waits = await leave(runtime);
  expect((await runtime.interruptedProgram())?.id).toBe(waits);
  const killed = await leave(runtime);
  await answer(runtime, "approve"); // the newest question, which nobody goes on with
  await leave(runtime);
  await leave(runtime, CODE, { rules: [{ name: "a client", confirm: [], deny: ["secret"] }] });
  await leave(runtime, CODE, { user: "bob" });
  expect((await runtime.interruptedProgram())?.id).toBe(killed);
  await using other = createRuntime({ workspace, home, tools: [act] });
  const open = await other.openRun({ title: "still works" });
  const asked = Promise.withResolvers<void>();
  const person = Promise.withResolvers<never>();
  const working = open.execute({
    tool: "run_program",
    input: { code: "return tools.act({ what: 'x' })" },
    ask() {
      asked.resolve();
      return person.promise;
    },
  });
  await asked.promise;
  expect((await runtime.interruptedProgram())?.id).toBe(killed);
  person.reject(new Error("gone"));
  await working;
});

const FILES = {
  "dejima.yaml": "permissions: {confirm: [write_file]}\n",
  "p.js": `const { files } = await tools.list_files({ pattern: "*.js" });
    await tools.write_file({ path: "a.txt", content: "a" });
    await tools.write_file({ path: "b.txt", content: "b" });
    return files.length;`,
};
type Pending = { id: string; runId: string }[];

test("a killed `dejima program run` continues with `approvals approve`, and with `resume`", async () => {
  await using cli = await aCliFolder(FILES);
  const parked = await cli.run(["program", "run", "p.js", "--park"], { asProcess: true });
  expect([parked.code, parked.stderr]).toEqual([3, expect.stringContaining("dejima approvals approve")]);
  const [first] = (await cli.run(["approvals", "list", "--json"])).json<Pending>();
  const next = await cli.run(["approvals", "approve", first?.id ?? ""]);
  expect([next.code, next.stderr]).toEqual([3, expect.stringContaining("dejima approvals approve")]);
  const [second] = (await cli.run(["approvals", "list", "--json"])).json<Pending>();
  expect(second?.runId).toBe(first?.runId);
  expect((await cli.run(["approvals", "approve", second?.id ?? "", "--no-run"])).code).toBe(0);
  const ended = await cli.run(["resume", first?.runId ?? ""]);
  expect([ended.code, ended.stdout.trim()]).toEqual([0, "1"]);
  expect(await readFile(join(cli.folder, "b.txt"), "utf8")).toBe("b");
  expect((await cli.run(["resume", first?.runId ?? ""])).stderr).toContain("broke off");
});

test("a program that is killed while no question is open is run again against its records", async () => {
  await using cli = await aCliFolder({
    ...FILES,
    "dejima.yaml": "permissions: {safe: [write_file(./**)]}\n",
    "slow.js": `await tools.write_file({ path: "a.txt", content: String(Math.random()) });
      console.log("written");
      for (let i = 0; i < 4e7; i++);
      return tools.read_file({ path: "a.txt" }).then(({ content }) => content);`,
  });
  await cli.run(["program", "run", "slow.js"], {
    onStderr: (text, send) => text.includes("written") && send("SIGKILL"),
  });
  const [run] = (await cli.run(["log", "list", "--json"])).json<{ id: string; status: string }[]>();
  const before = await readFile(join(cli.folder, "a.txt"), "utf8");
  await cli.run(["tool", "call", "current_time"]);
  const ended = await cli.run(["resume"]);
  expect([ended.code, ended.stdout.trim()]).toEqual([0, before]);
  expect((await cli.run(["resume"])).stderr).toContain("Nothing to resume: no run was interrupted");
  const ends = (await cli.run(["log", "show", run?.id ?? "", "--json"])).stdout;
  expect(ends.match(/"tool": ?"write_file"/g)?.length).toBeGreaterThan(0);
});
