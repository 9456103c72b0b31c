import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Approval } from "../../src/contract/asking/approval.ts";
import { aCallingModel } from "../agent/a-calling-model.ts";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { aServer, type TestServer } from "../http/a-server.ts";
import { aRuntime, outputOf } from "../support/a-runtime.ts";

const config = { permissions: { confirm: ["write_file"] } };
const write = (name: string, content = name) => ({
  tool: "write_file",
  input: { path: `out/${name}.txt`, content },
});
const ann = { answer: "approve", by: "ann", door: "cli" } as const;

const pendingOf = (world: TestServer, count: number) =>
  expect
    .poll(() => world.json<Approval[]>("/api/approvals?status=pending"), { timeout: 30_000 })
    .toHaveLength(count);

const exists = (folder: string, name: string) =>
  access(join(folder, `out/${name}.txt`)).then(
    () => true,
    () => false,
  );

test("a grant settles the identical questions that already wait, and no others", async () => {
  await using world = await aRuntime({ config, park: "wait" });
  const run = await world.runtime.openRun();
  const other = await world.runtime.openRun();
  const same = [run.execute(write("a", "1")), run.execute(write("a", "2")), run.execute(write("a", "3"))];
  const apart = [run.execute(write("b")), other.execute(write("a", "4"))];
  const open = () => world.runtime.approvals.list({ status: "pending" });
  await expect.poll(open).toHaveLength(5);
  const wanted = (await open()).filter(({ runId, title }) => runId === run.id && title?.en.includes("a.txt"));
  const result = await world.runtime.approvals.answer(wanted[0]?.id ?? "", { ...ann, grant: "run" });
  expect(result.also.map(({ id }) => id).toSorted()).toEqual(
    wanted
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(result.message).toContain("and with it");
  for (const outcome of await Promise.all(same)) expect(outputOf(outcome)).toEqual({ bytesWritten: 1 });
  // Another file, and the same file in another run, are not what was granted.
  await expect.poll(open).toHaveLength(2);
  for (const { id } of await open()) await world.runtime.approvals.answer(id, { ...ann, answer: "deny" });
  await Promise.all(apart);
  await run.end("done");
  await other.end("done");
});

test("a grant settles no more waiting questions than the times it may be used", async () => {
  await using world = await aRuntime({ config, park: "wait" });
  const open = () => world.runtime.approvals.list({ status: "pending", limit: 100 });
  const runs = await Promise.all(Array.from({ length: 24 }, () => world.runtime.openRun()));
  const calls = runs.map((run, at) => run.execute(write(`g${at}`)));
  await expect.poll(open, { timeout: 60_000 }).toHaveLength(24);
  const [first] = await open();
  const most = first?.offers.find(({ key }) => key === "wide")?.terms.maxUses;
  expect(most).toBe(20);
  const result = await world.runtime.approvals.answer(first?.id ?? "", { ...ann, grant: "wide" });
  expect(result.also).toHaveLength(20);
  const left = await open();
  expect(left).toHaveLength(3);
  for (const { id } of left) await world.runtime.approvals.answer(id, { ...ann, answer: "deny" });
  const outcomes = await Promise.all(calls);
  expect(outcomes.filter(({ type }) => type === "success")).toHaveLength(21);
  for (const run of runs) await run.end("done");
});

test("a grant of one person settles no question of another", async () => {
  await using world = await aRuntime({ config, park: "wait" });
  const runs = [
    await world.runtime.openRun({ user: "alice" }),
    await world.runtime.openRun({ user: "alice" }),
    await world.runtime.openRun({ user: "bob" }),
  ];
  const calls = runs.map((run, at) => run.execute(write(`f${at}`)));
  const open = () => world.runtime.approvals.list({ status: "pending" });
  await expect.poll(open).toHaveLength(3);
  const first = (await open()).find(({ runId }) => runId === runs[0]?.id);
  // The wide grant covers the folder, so it covers alice's other file, too.
  await world.runtime.approvals.answer(first?.id ?? "", { ...ann, grant: "wide" });
  await Promise.all(calls.slice(0, 2));
  const [left, ...none] = await open();
  expect([left?.runId, none]).toEqual([runs[2]?.id, []]);
  expect([await exists(world.workspace, "f1"), await exists(world.workspace, "f2")]).toEqual([true, false]);
  await world.runtime.approvals.answer(left?.id ?? "", { ...ann, answer: "deny" });
  await Promise.all(calls);
  for (const run of runs) await run.end("done");
});

test("several questions are answered at once over HTTP, each only as it was shown", async () => {
  await using world = await aServer({
    config,
    script: [{ calls: [write("f1"), write("f2"), write("f3")] }, { text: "Done." }],
  });
  const chat = world.chat({ message: "write them", conversation: "c-1" });
  await pendingOf(world, 3);
  const open = await world.json<Approval[]>("/api/approvals?status=pending");
  const questions = open.map(({ id, hash }, at) => ({ id, callHash: at === 2 ? "0".repeat(64) : hash }));
  const answered = await world.post("/api/approvals/answer", { answer: "approve", questions });
  expect(await answered.json()).toMatchObject({
    results: [{ accepted: true }, { accepted: true }, { accepted: false }],
  });
  await pendingOf(world, 1);
  const [left] = await world.json<Approval[]>("/api/approvals?status=pending");
  expect(left?.id).toBe(open[2]?.id);
  await world.post(`/api/approvals/${left?.id}/answer`, { answer: "deny" });
  expect((await chat).at(-1)?.data).toMatchObject({ type: "run-end", answer: "Done." });
  const written = await Promise.all(["f1", "f2", "f3"].map((name) => exists(world.workspace, name)));
  expect(written.filter(Boolean)).toHaveLength(2);
});

test.each(["approve all 2", "Yes all 2", "全部确认 2", "确认全部 2"])(
  "in a chat, %s approves the two questions that wait",
  async (words) => {
    await using world = await aServer({
      config,
      script: [{ calls: [write("f1"), write("f2")] }, { text: "Done." }],
    });
    const chat = world.chat({ message: "write them", conversation: "c-1" });
    await pendingOf(world, 2);
    const wrong = await world.chat({ message: words.replace("2", "3"), conversation: "c-1" });
    expect(wrong).toMatchObject([
      {
        event: "reply",
        data: { type: "ambiguous", message: expect.stringMatching(/approve all 2|全部确认 2/) },
      },
    ]);
    const [said] = await world.chat({ message: words, conversation: "c-1" });
    expect(said).toMatchObject({ event: "reply", data: { type: "answered", accepted: true } });
    await chat;
    expect([await exists(world.workspace, "f1"), await exists(world.workspace, "f2")]).toEqual([true, true]);
  },
);

test("in a chat, approve all 2 approves no question that came after the list was shown", async () => {
  const code = `
    const calls = ["f1", "f2"].map((name) => tools.write_file({ path: "out/" + name + ".txt", content: "" })
      .catch(() => tools.write_file({ path: "out/late.txt", content: "" })));
    await Promise.allSettled(calls);`;
  await using world = await aServer({
    config,
    script: [{ calls: [{ tool: "run_program", input: { code } }] }, { text: "Done." }],
  });
  const chat = world.chat({ message: "write them", conversation: "c-1" });
  await pendingOf(world, 2);
  const say = async (message: string) => (await world.chat({ message, conversation: "c-1" }))[0]?.data;
  expect(await say("approve all 3")).toMatchObject({ type: "ambiguous" });
  const open = () => world.json<Approval[]>("/api/approvals?status=pending");
  const [one] = await open();
  // Denied elsewhere; the program asks for something else in its place, so that two questions wait again.
  await world.post(`/api/approvals/${one?.id}/answer`, { answer: "deny" });
  const isLate = ({ input }: Approval) => JSON.stringify(input).includes("late");
  await expect.poll(async () => (await open()).some(isLate), { timeout: 20_000 }).toBe(true);
  expect(await open()).toHaveLength(2);
  expect(await say("approve all 2")).toMatchObject({
    type: "ambiguous",
    message: expect.stringContaining("late"),
  });
  expect(await exists(world.workspace, "late")).toBe(false);
  expect(await say("approve all 2")).toMatchObject({ type: "answered", accepted: true });
  await chat;
  expect(await exists(world.workspace, "late")).toBe(true);
});

const THREE = ["f1", "f2", "f3"].map((name) => ({
  name: "write_file",
  arguments: { path: `out/${name}.txt`, content: name },
}));
const YAML = { "dejima.yaml": "permissions:\n  confirm: [write_file]\n" };

test.skipIf(!hasTmux)("in the terminal, all lists what waits, and all 3 approves exactly those", async () => {
  await using model = await aCallingModel([THREE, "Finished."]);
  await using cli = await aCommandLine(YAML);
  await using terminal = await aTerminal(cli, ["run", "write", "--model", "openai:m"], model);
  await terminal.until(/\[yes\/no[^\]]*\]\s*$/);
  // A number that was never shown approves nothing.
  terminal.type("all 3");
  await terminal.until(/These 3 questions wait[\s\S]*\[yes\/no[^\]]*all\]\s*$/);
  expect(await exists(cli.folder, "f1")).toBe(false);
  terminal.type("all 2");
  await terminal.until(/These 3 questions wait[\s\S]*These 3 questions wait[\s\S]*\[yes\/no[^\]]*\]\s*$/);
  terminal.type("all 3");
  await terminal.until(/Finished\./);
  for (const name of ["f1", "f2", "f3"])
    expect(await readFile(join(cli.folder, `out/${name}.txt`), "utf8")).toBe(name);
});

test.skipIf(!hasTmux)("approvals approve --all shows every open question before it asks", async () => {
  await using model = await aCallingModel([THREE.slice(0, 2), "Finished."]);
  await using cli = await aCommandLine(YAML);
  const env = { OPENAI_API_KEY: "none", OPENAI_BASE_URL: model.url };
  const parked = await cli.run(["run", "write", "--park", "--model", "openai:m", "--json"], { env });
  expect(parked.code).toBe(3);
  const listed = JSON.parse((await cli.run(["approvals", "list", "--json"])).stdout);
  const blind = await cli.run(["approvals", "approve", "--all", "--json"]);
  expect([blind.code, blind.stdout]).toEqual([2, expect.stringContaining(listed[0].id)]);
  await using terminal = await aTerminal(cli, ["approvals", "approve", "--all"], model);
  const shown = await terminal.until(/Approve all 2\? \[yes\/no\]\s*$/);
  expect(shown).toMatch(
    /Write out\/f1\.txt\?[\s\S]*Write out\/f2\.txt\?|Write out\/f2\.txt\?[\s\S]*Write out\/f1\.txt\?/,
  );
  terminal.type("yes");
  await expect.poll(() => exists(cli.folder, "f1"), { timeout: 30_000 }).toBe(true);
  await expect.poll(() => exists(cli.folder, "f2"), { timeout: 30_000 }).toBe(true);
});
