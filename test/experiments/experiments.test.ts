import { expect, test } from "vitest";
import { z } from "zod";
import type { Tool } from "../../src/contract/tool.ts";
import { assignedVariant } from "../../src/experiments/experiment-store.ts";
import { createRuntime } from "../../src/runtime.ts";
import { anAgent } from "../agent/an-agent.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";

const input = z.object({ text: z.string() });

/** A tool in two versions; the newer one is the default. */
function versions(second: Partial<Tool> = {}, how: { readonly fails?: boolean } = {}): Tool[] {
  const one = aTool({ name: "shout", version: "2.0.0", input, run: () => "v2" });
  const other = aTool({
    name: "shout",
    version: "1.0.0",
    input,
    run() {
      if (how.fails === true) throw new Error("broken");
      return "v1";
    },
  });
  return [one, { ...other, ...second }];
}

const BY = { by: "local" };

test("a run uses the version that its id is assigned to, in every process, and log and store say which", async () => {
  await using world = await aRuntime({ tools: versions() });
  const { runtime } = world;
  await runtime.experiments.start({ tool: "shout", version: "1.0.0", name: "x", ...BY });
  const outputs = new Map<string, unknown>();
  for (let at = 0; at < 12; at++) {
    const run = await runtime.openRun({ title: "t" });
    for (const call of ["shout", "shout@2.0.0"]) {
      const outcome = await run.execute(call, { text: "a" });
      const expected = call === "shout" && assignedVariant("x", run.id) === "b" ? "v1" : "v2";
      expect(outcome).toMatchObject({ type: "success", output: expected });
    }
    outputs.set(run.id, assignedVariant("x", run.id));
    await run.end("done");
  }
  expect(new Set(outputs.values()).size).toBe(2);
  let broken = await runtime.openRun({ title: "goes on later" });
  for (; assignedVariant("x", broken.id) === "a"; broken = await runtime.openRun({ title: "goes on later" }))
    await broken.end("done");
  broken.leave();
  for (const [runId, variant] of outputs) {
    const records = await Array.fromAsync(runtime.history.read(runId));
    expect(records.find(({ type }) => type === "variant-use")).toMatchObject({ experiment: "x", variant });
    expect(await runtime.history.verify(runId)).toMatchObject({ ok: true });
  }
  await runtime.close();
  // Another process reads the same, and a run that goes on keeps its variant although the experiment has ended.
  await using again = createRuntime({ workspace: world.workspace, home: world.home, tools: versions() });
  const status = await again.experiments.status("x");
  expect(status.figures.a.used + status.figures.b.used).toBe(12);
  expect(status.figures.b).toMatchObject({
    succeeded: status.figures.b.used,
    runs: status.figures.b.used + 1,
    failures: 0,
  });
  await again.experiments.stop("x", "local");
  const resumed = await again.reopenRun(broken.id);
  expect(await resumed.execute("shout", { text: "a" })).toMatchObject({ output: "v1" });
  const run = await again.openRun({ title: "after" });
  expect(await run.execute("shout", { text: "a" })).toMatchObject({ output: "v2" });
});

test("a variant may differ in how it works, never in what it may do", async () => {
  const others: readonly [Partial<Tool>, string][] = [
    [{ risk: "medium" }, "its risk"],
    [{ category: "network" }, "its category"],
    [{ callers: ["interface"] }, "who may call it"],
    [{ input: aTool({ name: "loose" }).input }, "its input schema"],
    [{ flow: { ...versions()[0]?.flow, sends: "nothing" } as Tool["flow"] }, "what it does with content"], // all other parts are the default's
    [{ roles: { text: "inert" } }, "the roles of its arguments"],
    [{ composes: true }, "further calls"],
  ];
  for (const [second, why] of others) {
    await using world = await aRuntime({ tools: versions(second) });
    await expect(
      world.runtime.experiments.start({ tool: "shout", version: "1.0.0", ...BY }),
      why,
    ).rejects.toThrow(why);
  }
  await using world = await aRuntime({ tools: versions() });
  const { experiments } = world.runtime;
  const start = (plan: object) => experiments.start({ tool: "shout", ...BY, ...plan });
  await expect(start({})).rejects.toThrow("another description (--description");
  await expect(start({ version: "9.9.9" })).rejects.toThrow("no version 9.9.9; the one in use is ");
  await expect(start({ description: "a\u202eb" })).rejects.toThrow("characters that nobody sees");
  await expect(start({ description: "x", name: "../x" })).rejects.toThrow("is not a valid name");
  await expect(experiments.start({ tool: "shuot", description: "x", ...BY })).rejects.toThrow(
    "Did you mean shout?",
  );
  await start({ description: "Says it loudly." });
  await expect(start({ description: "Another one." })).rejects.toThrow("is running");
});

test("a version whose effects differ from the default's is never run, and ends the experiment", async () => {
  const reaching: Partial<Tool> = {
    effects: () => [{ kind: "file.read", target: "secret.txt" }],
    run: () => {
      throw new Error("ran");
    },
  };
  await using world = await aRuntime({ tools: versions(reaching) });
  const { runtime } = world;
  await runtime.experiments.start({ tool: "shout", version: "1.0.0", name: "x", ...BY });
  let tried = 0;
  for (let at = 0; at < 20 && tried < 2; at++) {
    const run = await runtime.openRun({ title: "t" });
    if (assignedVariant("x", run.id) === "b") tried++;
    expect(await run.execute("shout", { text: "a" })).toMatchObject({ type: "success", output: "v2" });
    await run.end("done");
  }
  expect(tried).toBeGreaterThan(0);
  expect((await runtime.experiments.status("x")).end).toMatchObject({ why: "unequal" });
});

test("an experiment ends automatically when one variant fails far more, and every later run uses the default", async () => {
  await using world = await aRuntime({ tools: versions({}, { fails: true }) });
  const { runtime } = world;
  await runtime.experiments.start({ tool: "shout", version: "1.0.0", name: "x", ...BY });
  let last: unknown;
  for (let at = 0; at < 80; at++) {
    const run = await runtime.openRun({ title: "t" });
    last = await run.execute("shout", { text: "a" });
    await run.end("done");
    if (at % 10 === 9 && (await runtime.experiments.list())[0]?.end !== undefined) break;
  }
  const status = await runtime.experiments.status("x");
  expect(status.end).toMatchObject({ why: "winner", winner: "a" });
  expect(status.figures.b.failures).toBeLessThan(30);
  expect(status.course.at(-1)).toMatchObject({ a: 1, b: 0 });
  for (let at = 0; at < 6; at++)
    last = await (await runtime.openRun({ title: "t" })).execute("shout", { text: "a" });
  expect(last).toMatchObject({ output: "v2" });
});

test("questions, refusals, undone calls and tokens are counted for the variant of their run", async () => {
  const writes = aTool({
    name: "note_down",
    risk: "medium",
    input: z.object({ path: z.string() }),
    flow: { files: "guarded" },
    effects: ({ path }: { path: string }) => [{ kind: "file.write", target: path }],
    run: async ({ path }: { path: string }, { files }) => files.write(path, Buffer.from("x")),
  } as Parameters<typeof aTool>[0]); // typed by its schema, which the helper does not know
  let answer: "approve" | "deny" = "deny";
  await using world = await aRuntime({
    tools: [writes],
    ask: async () => ({ answer, by: "local" }),
    config: { permissions: { confirm: ["note_down"] } },
  });
  const { runtime } = world;
  await runtime.experiments.start({ tool: "note_down", description: "Writes it down.", name: "x", ...BY });
  const run = await runtime.openRun({ title: "t", mode: "interactive" });
  expect(await run.execute("note_down", { path: "a.txt" })).toMatchObject({
    error: { code: "approval_denied" },
  });
  answer = "approve";
  const done = await run.execute("note_down", { path: "a.txt" });
  expect(done.type).toBe("success");
  await run.end("done");
  await runtime.undo(done.callId);
  const { figures } = await runtime.experiments.status("x");
  expect(figures[assignedVariant("x", run.id)]).toMatchObject({
    runs: 1,
    used: 1,
    succeeded: 1,
    calls: 1,
    failures: 0,
    retries: 0,
    questions: 2,
    undone: 1,
  });
});

test("the model of a run reads the description of its variant, the log says which, and only a person applies it", async () => {
  const seen: string[] = [];
  await using world = await anAgent(
    ({ tools, messages }) => {
      seen.push(tools.find(({ name }) => name === "shout")?.description ?? "");
      return messages.some(({ role }) => role === "tool")
        ? { text: "Said." }
        : { calls: [{ tool: "shout", input: { text: "a" } }] };
    },
    { tools: versions().slice(0, 1) },
  );
  const { runtime } = world;
  const own = runtime.toolInfo("shout").description;
  await runtime.experiments.start({ tool: "shout", description: "Tried.", name: "x", ...BY });
  const runs: string[] = [];
  for (let at = 0; at < 6; at++) {
    const { runId } = await world.tell("shout a");
    runs.push(runId);
    expect(seen.splice(0)).toEqual(Array(2).fill(assignedVariant("x", runId) === "b" ? "Tried." : own));
  }
  await runtime.experiments.stop("x", "local");
  for (const runId of runs) {
    const records = await Array.fromAsync(runtime.history.read(runId));
    const tried = assignedVariant("x", runId) === "b" ? ["Tried."] : [undefined];
    const used = records.flatMap((record) => (record.type === "variant-use" ? [record.description] : []));
    expect(used).toEqual(tried);
  }
  expect(runtime.toolInfo("shout").description).toBe(own);
  // Only a person puts it in the place of the tool's own, and can take it back.
  expect(await runtime.experiments.describe("shout", "Tried.", "local")).toBe(true);
  await world.tell("shout a");
  expect(seen.splice(0)).toEqual(["Tried.", "Tried."]);
  expect(await runtime.experiments.describe("shout", undefined, "local")).toBe(true);
  await world.tell("shout a");
  expect(seen.splice(0)).toEqual([own, own]);
});

test("dejima experiment and tool describe speak plainly", async () => {
  await using line = await aCommandLine();
  const said = async (...args: string[]) => {
    const { stdout, stderr, code } = await line.run(args);
    return `${code} ${stdout}${stderr}`;
  };
  expect(await said("experiment", "start", "read_file", "--description", "Reads.", "--name", "x")).toContain(
    "0 Started x",
  );
  await line.run(["tool", "call", "read_file", "--input", '{"path":"none.txt"}']);
  expect(await said("experiment", "status")).toMatch(
    /x: read_file, running[\s\S]*failures +\d[\s\S]*20 decides/,
  );
  expect(await said("experiment", "stop", "read_file")).toContain("x: read_file, stopped by you\n");
  expect(await said("experiment", "stop", "read_file")).toContain(
    'Cannot stop the experiment "x": it has ended',
  );
  expect(await said("tool", "describe", "read_file", "--from", "x")).toMatch(/Own: [\s\S]*Set: Reads\./);
});
