import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import type { Effect } from "../../src/contract/effect.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, aTool, outputOf, type TestRuntimeOptions } from "../support/a-runtime.ts";

/** A runtime whose person chooses a grant with the first answer and would say no to every other question. */
async function granting(grant: string | undefined, options: TestRuntimeOptions) {
  const questions: ApprovalRequest[] = [];
  const world = await aRuntime({
    ...options,
    ask: async (request) => {
      questions.push(request);
      if (questions.length > 1) return { answer: "deny", by: "ann" };
      return { answer: "approve", by: "ann", ...(grant === undefined ? {} : { grant }) };
    },
  });
  return { ...world, questions, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const commanding = (effects: (line: string) => Effect[] = (target) => [{ kind: "command.run", target }]) =>
  aTool({
    name: "command",
    risk: "medium",
    effects: (input) => effects(String((input as { line: string }).line)),
  });
const confirm = { permissions: { confirm: ["write_file", "delete_file", "command"] } };

test("a grant for this run covers the same call again, nothing else, and no other run", async () => {
  await using world = await granting("run", { tools: [commanding()] });
  const { runtime, questions } = world;
  outputOf(await runtime.execute("command", { line: "npm test" }));
  outputOf(await runtime.execute("command", { line: "npm  'test'" }));
  expect(questions).toHaveLength(1);
  expect(questions[0]?.offers.map(({ key }) => key)).toEqual(["run", "pattern", "wide"]);
  expect(questions[0]?.offers[0]?.words).toEqual({
    en: "Yes, and don't ask again for `npm test` in this run",
    zh: "同意，本次运行内对 `npm test` 不再询问",
  });
  expect(world.events.at(-1)).toMatchObject({ policy: { approved: true, approval_scope: "run" } });
  for (const line of ["npm test --watch", "npm", "npm test; true"])
    expect(await runtime.execute("command", { line })).toMatchObject({ error: { code: "approval_denied" } });
  const other = await runtime.openRun();
  expect(await other.execute({ tool: "command", input: { line: "npm test" } })).toMatchObject({
    type: "failure",
  });
});

test("a grant is written to the folder of the run, its seal to the log, and both must stay as they are", async () => {
  await using world = await granting("wide", { tools: [commanding()] });
  const { runtime, home } = world;
  const first = await runtime.execute("command", { line: "npm test" });
  const file = join(home, "runs", first.runId, "grants.jsonl");
  const kept = JSON.parse(await readFile(file, "utf8"));
  const [grant] = await runtime.grants.list();
  expect(kept).toMatchObject({ id: grant?.id, by: "ann", terms: { tool: "command", maxUses: 20 } });
  expect(world.events.find(({ type }) => type === "grant-start")).toMatchObject({
    seal: kept.seal,
    by: "ann",
  });

  const database = new DatabaseSync(join(home, "dejima.db"));
  const widen = (seal: string) => {
    const terms = {
      ...kept.terms,
      allows: [{ kind: "command.run", match: "exact", value: "npm run build" }],
    };
    const json = JSON.stringify({ ...kept, seal, terms });
    database.prepare("UPDATE grants SET json = ?, revision = revision + 1").run(json);
  };
  widen(kept.seal);
  const quiet = createRuntime({ workspace: world.workspace, home, tools: [commanding()] });
  expect(await quiet.execute("command", { line: "npm run build" })).toMatchObject({
    error: { code: "approval_required" },
  });
  database.close();
  await quiet.close();
});

test("a forged grant whose seal is right but unknown to the folder of its run is not honoured", async () => {
  await using world = await granting("wide", { tools: [commanding()] });
  const { runtime, home } = world;
  const first = await runtime.execute("command", { line: "npm test" });
  await writeFile(join(home, "runs", first.runId, "grants.jsonl"), "");
  const later = createRuntime({ workspace: world.workspace, home, tools: [commanding()] });
  expect(await later.execute("command", { line: "npm test" })).toMatchObject({
    error: { code: "approval_required" },
  });
  await later.close();
});

test("a wide grant covers the folder in other runs, until it is used up or revoked", async () => {
  await using world = await granting("wide", { config: confirm });
  const { runtime } = world;
  outputOf(await runtime.execute("write_file", { path: "out/a.txt", content: "1" }));
  const next = await runtime.openRun();
  const write = async (path: string) =>
    (await next.execute({ tool: "write_file", input: { path, content: "2" } })).type;
  expect(await write("out/deep/b.txt")).toBe("success");
  expect(await write("outside.txt")).toBe("failure");
  const [grant] = await runtime.grants.list();
  expect(grant).toMatchObject({ uses: 1, status: "active" });
  await runtime.grants.revoke(grant?.id ?? "", "bob");
  expect(await write("out/c.txt")).toBe("failure");
  expect(await runtime.grants.list()).toMatchObject([{ status: "revoked", revokedBy: "bob" }]);
});

test("a grant does not cover what its scripts, its tool or the content of the run have become", async () => {
  const files = { "package.json": "{}" };
  await using world = await granting("run", {
    tools: [commanding(), aTool({ name: "web", flow: { output: "untrusted" } })],
    files,
  });
  const { runtime } = world;
  const again = async () => (await runtime.execute("command", { line: "npm test" })).type;
  expect(await again()).toBe("success");
  expect(await again()).toBe("success");
  await writeFile(join(world.workspace, "package.json"), '{"scripts":{"test":"other"}}');
  expect(await again()).toBe("failure");
  await writeFile(join(world.workspace, "package.json"), "{}");
  expect(await again()).toBe("success");
  await runtime.execute("web");
  expect(await again()).toBe("failure");
});

test("a grant for calls alike covers other words after the same command, in this run only", async () => {
  await using world = await granting("pattern", { tools: [commanding()] });
  const { runtime, questions } = world;
  outputOf(await runtime.execute("command", { line: "npm test -- --bail" }));
  expect(questions[0]?.offers.find(({ key }) => key === "pattern")?.words).toEqual({
    en: "Yes, and don't ask again for `npm test *` in this run (up to 20 times)",
    zh: "同意，本次运行内对 `npm test *` 不再询问（最多 20 次）",
  });
  for (const line of ["npm test", "npm test -- --watch=no", "npm 'test' -- unit"])
    outputOf(await runtime.execute("command", { line }));
  for (const line of [
    "npm tests",
    "npm install",
    "npm",
    "npm test; true",
    "npm test $(x)",
    "npm test -- --force",
  ])
    expect(await runtime.execute("command", { line }), line).toMatchObject({
      error: { code: "approval_denied" },
    });
  const other = await runtime.openRun();
  expect((await other.execute({ tool: "command", input: { line: "npm test" } })).type).toBe("failure");
  const [grant] = await runtime.grants.list();
  expect(grant?.terms.allows).toEqual([
    { kind: "command.run", match: "exact", value: "npm test" },
    { kind: "command.run", match: "pattern", value: "npm test *" },
  ]);
});

test("a grant for calls alike covers files of the same kind in the same folder", async () => {
  await using world = await granting("pattern", { config: confirm });
  const { runtime } = world;
  const write = async (path: string) => (await runtime.execute("write_file", { path, content: "1" })).type;
  expect(await write("out/a.md")).toBe("success");
  expect(await write("out/b.md")).toBe("success");
  for (const path of ["out/b.txt", "out/deep/b.md", "b.md"]) expect(await write(path), path).toBe("failure");
});

test("a grant for calls alike of a tool without effects keeps what names a thing and frees what tells of it", async () => {
  const tool = aTool({
    name: "create_issue",
    risk: "medium",
    input: z.object({ repo: z.string(), body: z.string() }),
  });
  await using world = await granting("pattern", { tools: [tool] });
  const { runtime, questions } = world;
  const create = async (repo: string, body: string) =>
    (await runtime.execute("create_issue", { repo, body })).type;
  expect(await create("o/r", "It does not work")).toBe("success");
  expect(questions[0]?.offers.map(({ key, words }) => [key, words.en])).toEqual([
    ["run", "Yes, and don't ask again for create_issue with the same input in this run"],
    [
      "pattern",
      `Yes, and don't ask again for create_issue with repo = "o/r" and anything else in this run (up to 20 times)`,
    ],
  ]);
  expect(await create("o/r", "Nor does this")).toBe("success");
  expect(await create("o/other", "It does not work")).toBe("failure");
});

test("a grant for this run of a tool without effects covers the same input only", async () => {
  const tool = aTool({ name: "look_up", risk: "medium", input: z.object({ q: z.string() }) });
  await using world = await granting("run", { tools: [tool] });
  const ask = async (q: string) => (await world.runtime.execute("look_up", { q })).type;
  expect([await ask("a"), await ask("a"), await ask("b")]).toEqual(["success", "success", "failure"]);
});

test("a grant for a host goes on to cover it once its own answers have entered the run", async () => {
  const tool = aTool({
    name: "look",
    risk: "medium",
    flow: { output: "untrusted" },
    input: z.object({ path: z.string() }),
    effects: ({ path }) => [{ kind: "host.read", target: `https://example.com/docs/${path}` }],
  });
  await using world = await granting("pattern", { tools: [tool] });
  const look = async (path: string) => (await world.runtime.execute("look", { path })).type;
  expect([await look("a"), await look("b/c"), await look("../other")]).toEqual([
    "success",
    "success",
    "failure",
  ]);
});

test("no grant is offered for a call whose words hold a secret, and none of it is kept", async () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  await using world = await granting(undefined, { tools: [commanding()] });
  await world.runtime.execute("command", { line: `npm test --token ${secret}` });
  expect(world.questions[0]?.offers).toEqual([]);
  for (const [file, text] of await world.homeFiles()) expect(text.includes(secret), file).toBe(false);
});

const destructive: Record<string, Effect> = {
  "writes what is started by others": { kind: "file.write", target: ".git/hooks/pre-push" },
  "finds and deletes": { kind: "command.run", target: "find . -delete" },
  "asks a name server": { kind: "command.run", target: "dig secret.example.com" },
  "deletes files": { kind: "file.delete", target: "a.txt" },
  "spends money": { kind: "money.spend", target: "10 EUR" },
  "sends messages": { kind: "message.send", target: "bob" },
  "cannot be known whole": { kind: "command.run", target: "echo $HOME" },
  "runs a program that destroys": { kind: "command.run", target: "rm -r data" },
  "pushes to elsewhere": { kind: "command.run", target: "git push origin main" },
  "reads secrets": { kind: "file.read", target: ".env" },
};

for (const [what, effect] of Object.entries(destructive)) {
  test(`no grant is offered for a call that ${what}, and none can be chosen`, async () => {
    const config = { permissions: { confirm: ["command"] } };
    await using world = await granting(undefined, { tools: [commanding(() => [effect])], config });
    outputOf(await world.runtime.execute("command", { line: "" }));
    expect(world.questions[0]?.offers).toEqual([]);
    await using sly = await granting("run", { tools: [commanding(() => [effect])], config });
    expect(await sly.runtime.execute("command", { line: "" })).toMatchObject({ type: "failure" });
  });
}
