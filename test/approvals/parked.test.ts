import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { aRuntime, errorOf, outputOf, type TestRuntime } from "../support/a-runtime.ts";
import { nextQuestion } from "./next-question.ts";

const config = { permissions: { confirm: ["write_file", "edit_file"] } };
const write = (content = "new\n") => ({ path: "out/a.txt", content });

async function parkedCall(world: TestRuntime, input = write()) {
  const asked = nextQuestion(world.runtime);
  const outcome = world.runtime.execute("write_file", input);
  return { approval: await asked, outcome };
}

test("a parked call waits in the store and runs when it is approved from another process' runtime", async () => {
  await using world = await aRuntime({ config, park: "wait", files: { "out/a.txt": "old\n" } });
  const { approval, outcome } = await parkedCall(world);
  expect(approval).toMatchObject({
    status: "pending",
    tool: "write_file",
    place: "parked",
    words: { en: ["writes ./out/a.txt"], zh: ["写入 ./out/a.txt"] },
    preview: { kind: "diff", text: expect.stringContaining("-old\n+new") },
  });
  expect(approval.expiresAt - approval.createdAt).toBe(24 * 3_600_000);
  const elsewhere = createRuntime({ workspace: world.workspace, home: world.home, config });
  const answered = await elsewhere.approvals.answer(approval.id, {
    answer: "approve",
    by: "ann",
    door: "cli",
  });
  expect(answered).toMatchObject({ accepted: true, approval: { status: "approved" } });
  expect(outputOf(await outcome)).toEqual({ bytesWritten: 4 });
  expect(await elsewhere.approvals.show(approval.id)).toMatchObject({ call: { state: "done" } });
  const late = await elsewhere.approvals.answer(approval.id, { answer: "deny", by: "bob", door: "chat" });
  expect(late).toMatchObject({ accepted: false, message: expect.stringContaining("approved by ann (cli)") });
  await elsewhere.close();
});

test("a parked call that is denied or expires never runs, and the caller is told", async () => {
  const brief = { ...config, approvals: { expiry: { parked: 30 } } };
  await using world = await aRuntime({ config: brief, park: "wait" });
  const { outcome, approval } = await parkedCall(world);
  expect(errorOf(await outcome)).toMatchObject({ code: "approval_expired" });
  const late = await world.runtime.approvals.answer(approval.id, {
    answer: "approve",
    by: "ann",
    door: "cli",
  });
  expect(late).toMatchObject({ accepted: false, approval: { status: "expired" } });

  await using other = await aRuntime({ config, park: "wait" });
  const second = await parkedCall(other);
  await other.runtime.approvals.answer(second.approval.id, { answer: "deny", by: "ann", door: "cli" });
  expect(errorOf(await second.outcome)).toMatchObject({ code: "approval_denied", message: /ann said no/ });
  await expect(readFile(join(other.workspace, "out/a.txt"))).rejects.toThrow("ENOENT");
});

test("an answer of a program needs no door, and one that could not be read again is not stored", async () => {
  await using world = await aRuntime({ config, park: "wait" });
  const { approval, outcome } = await parkedCall(world);
  const { answer, show } = world.runtime.approvals;
  // As a program without types may call it.
  const wrong = { answer: "approved", by: "ann" } as unknown as Parameters<typeof answer>[1];
  await expect(answer(approval.id, wrong)).rejects.toThrow(/Cannot answer .*expected one of "approve"/);
  expect(await answer(approval.id, { answer: "approve", by: "ann" })).toMatchObject({ accepted: true });
  expect(outputOf(await outcome)).toEqual({ bytesWritten: 4 });
  expect((await show(approval.id)).answers).toMatchObject([{ by: "ann", door: "library" }]);
});

test("a cancelled question that is not parked is withdrawn, and no later answer can run it", async () => {
  const stop = new AbortController();
  await using world = await aRuntime({ config, ask: () => new Promise(() => {}) });
  const asked = nextQuestion(world.runtime);
  const outcome = world.runtime.execute("write_file", write(), { signal: stop.signal });
  const { id } = await asked;
  stop.abort();
  expect(errorOf(await outcome).code).toBe("cancelled");
  const late = await world.runtime.approvals.answer(id, { answer: "approve", by: "ann", door: "cli" });
  expect(late).toMatchObject({ accepted: false, message: expect.stringContaining("withdrawn") });
});

test("resumeApproved() runs an approved call whose process has gone, once, and never again", async () => {
  await using world = await aRuntime({ config, park: "wait" });
  const { approval, outcome } = await parkedCall(world);
  const { id, runId } = approval;
  await world.runtime.close();
  await outcome;

  const later = createRuntime({ workspace: world.workspace, home: world.home, config });
  await expect(later.resumeApproved(id)).rejects.toMatchObject({ code: "approval_required" });
  await later.approvals.answer(id, { answer: "approve", by: "ann", door: "cli" });
  expect(outputOf(await later.resumeApproved(id))).toEqual({ bytesWritten: 4 });
  expect(await readFile(join(world.workspace, "out/a.txt"), "utf8")).toBe("new\n");
  await expect(later.resumeApproved(id)).rejects.toMatchObject({
    code: "conflict",
    message: /has run already/,
  });
  expect(await later.history.verify(runId)).toMatchObject({ ok: true });
  await later.close();
});

test("close() does not wait for answers: a parked question stays, and is answered and resumed later", async () => {
  await using world = await aRuntime({ config, park: "wait" });
  const { approval, outcome } = await parkedCall(world);
  await world.runtime.close();
  expect(errorOf(await outcome).code).toBe("cancelled");
  const later = createRuntime({ workspace: world.workspace, home: world.home, config });
  expect(await later.approvals.show(approval.id)).toMatchObject({ status: "pending", attended: false });
  await later.approvals.answer(approval.id, { answer: "approve", by: "ann", door: "cli" });
  expect(outputOf(await later.resumeApproved(approval.id))).toEqual({ bytesWritten: 4 });
  await later.close();
});

test("a call is asked again when the file of its script changes while the person reads", async () => {
  const scripted = { permissions: { confirm: ["shell"] } };
  const asked: string[] = [];
  await using world = await aRuntime({
    config: scripted,
    files: { "deploy.sh": "echo one\n" },
    ask: async ({ hash }) => {
      asked.push(hash);
      if (asked.length === 1) {
        const { writeFile } = await import("node:fs/promises");
        await writeFile(join(world.workspace, "deploy.sh"), "echo two\n");
      }
      return { answer: asked.length === 1 ? "approve" : "deny", by: "ann" };
    },
  });
  const error = errorOf(await world.runtime.execute("shell", { command: "sh deploy.sh" }));
  expect(error.code).toBe("approval_denied");
  expect(new Set(asked).size).toBe(2);
});

test("approvals.list() finds questions that expired unnoticed, and they take no place among the pending ones", async () => {
  const expiry = { approvals: { expiry: { cli: 30, parked: 3_600_000 } } };
  await using world = await aRuntime({ config: { ...config, ...expiry }, park: "leave" });
  const { runtime } = world;
  const lasting = await runtime.openRun({ title: "asks for hours", park: "leave" });
  await lasting.execute("write_file", write());
  const brief = await runtime.openRun({ title: "asks for a moment", park: "leave", place: "cli" });
  await brief.execute("write_file", write());
  const [newest] = await runtime.approvals.list({ limit: 1 });
  await vi.waitUntil(async () => (await runtime.approvals.show(newest?.id ?? "")).status === "expired");
  expect(await runtime.approvals.list({ status: "expired" })).toMatchObject([{ id: newest?.id }]);
  expect(await runtime.approvals.list({ status: "pending", limit: 1 })).toMatchObject([
    { runId: lasting.id, status: "pending" },
  ]);
  expect(await runtime.approvals.list({ status: "expired", runId: lasting.id })).toEqual([]);
});
