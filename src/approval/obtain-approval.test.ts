import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../../test/support/a-runtime.ts";
import type { ApprovalRequest, Ask } from "../contract/asking/approval.ts";

const text = z.object({ text: z.string() });
const asking = (run: (text: string) => unknown = (held) => held) =>
  aTool({ name: "asking", risk: "medium", input: text, run: ({ text }) => run(text) });

const approveAll: Ask = async () => ({ answer: "approve", by: "somebody" });

function requestOf(details: Record<string, unknown>): ApprovalRequest {
  return details.request as ApprovalRequest;
}

test("obtainApproval() refuses when there is nobody to ask, with a command that repeats exactly this call", async () => {
  await using world = await aRuntime({ tools: [asking(() => assert.fail("ran"))] });
  const input = { text: "it's $HOME" };
  const error = errorOf(await world.runtime.execute("asking", input));
  expect(error.code).toBe("approval_required");
  const { hash } = requestOf(error.details);
  expect(error.details.replay).toBe(
    `dejima tool call asking --input '{"text":"it'\\''s $HOME"}' --approve ${hash}`,
  );
  expect(error.message).toContain("there is nobody to ask");
  expect(requestOf(error.details)).toMatchObject({ tool: "asking", risk: "medium", input, effects: [] });
});

test("obtainApproval() takes the hash of a call for that call alone, whatever the order of its fields", async () => {
  const pair = aTool({
    name: "pair",
    risk: "medium",
    input: z.object({ a: z.number(), b: z.number() }),
    run: ({ a, b }) => a + b,
  });
  await using world = await aRuntime({ tools: [pair] });
  const { execute } = world.runtime;
  const { hash } = requestOf(errorOf(await execute("pair", { a: 1, b: 2 })).details);
  expect(outputOf(await execute("pair", { b: 2, a: 1 }, { approve: hash }))).toBe(3);
  const other = errorOf(await execute("pair", { a: 1, b: 3 }, { approve: hash }));
  expect(other.code).toBe("approval_required");
  expect(other.message).toContain("is for another call or another state of this one");
  expect(errorOf(await execute("pair", { a: 1, b: 2 }, { approve: "0".repeat(64) })).code).toBe(
    "approval_required",
  );
});

test("obtainApproval() takes no hash of a call whose tool has changed since", async () => {
  const versions = ["Does one thing.", "Does another thing."].map((description) =>
    aTool({ name: "changing", risk: "medium", description }),
  );
  const hashes = await Promise.all(
    versions.map(async (tool) => {
      await using world = await aRuntime({ tools: [tool] });
      return requestOf(errorOf(await world.runtime.execute("changing")).details).hash;
    }),
  );
  expect(new Set(hashes).size).toBe(2);
});

test("obtainApproval() runs the tool once when a person agrees, and records who it was", async () => {
  let runs = 0;
  await using world = await aRuntime({ tools: [asking(() => ++runs)], ask: approveAll });
  expect(outputOf(await world.runtime.execute("asking", { text: "x" }))).toBe(1);
  expect(runs).toBe(1);
  const [start, end] = world.events.filter(({ type }) => type.startsWith("approval"));
  expect(end).toMatchObject({
    answer: "approve",
    by: "somebody",
    callHash: (start as { callHash: string }).callHash,
  });
  expect(world.events.at(-1)).toMatchObject({
    type: "call-end",
    policy: { verdict: "ask", approved: true, approval_scope: "call" },
  });
});

test("obtainApproval() never runs the tool when a person says no, and says who it was", async () => {
  await using world = await aRuntime({
    tools: [asking(() => assert.fail("ran"))],
    ask: async () => ({ answer: "deny", by: "the operator" }),
  });
  const error = errorOf(await world.runtime.execute("asking", { text: "x" }));
  expect(error).toMatchObject({
    code: "approval_denied",
    message: 'Cannot call "asking": the operator said no',
  });
  expect(world.events.at(-1)).toMatchObject({ policy: { verdict: "ask", approved: false } });
});

test.each([
  ["use b.txt\u202e", 'Cannot call "asking": ann said no, because: use b.txt<U+202E>'],
  ["  ", 'Cannot call "asking": ann said no'],
])("obtainApproval() tells whoever called why a person said no: %j", async (reason, message) => {
  await using world = await aRuntime({
    tools: [asking(() => assert.fail("ran"))],
    ask: async () => ({ answer: "deny", by: "ann", reason }),
  });
  expect(errorOf(await world.runtime.execute("asking", { text: "x" })).message).toBe(message);
});

test("obtainApproval() keeps no reason with a yes", async () => {
  await using world = await aRuntime({
    tools: [asking(() => "done")],
    ask: async () => ({ answer: "approve", by: "ann", reason: "why not" }),
  });
  await world.runtime.execute("asking", { text: "x" });
  const [held] = await world.runtime.approvals.list({ status: "approved" });
  expect(held?.answers).toMatchObject([{ answer: "approve", by: "ann" }]);
  expect(held?.answers[0]).not.toHaveProperty("reason");
});

const failures: Record<string, Ask> = {
  "throws at once": () => {
    throw new Error("no connection");
  },
  rejects: () => Promise.reject(new Error("no connection")),
  "throws what cannot be shown": () => Promise.reject(Object.create(null)),
  "answers nothing": async () => undefined as never,
  "answers something else": async () => ({ answer: "yes", by: "x" }) as never,
};

for (const [how, ask] of Object.entries(failures)) {
  test(`obtainApproval() takes a failure to ask for a no: it ${how}`, async () => {
    await using world = await aRuntime({ tools: [asking(() => assert.fail("ran"))], ask });
    const error = errorOf(await world.runtime.execute("asking", { text: "x" }));
    expect(error.code).toBe("approval_required");
    expect(error.message).toMatch(/asking failed/);
    expect(error.details.replay).toMatch(/--approve [0-9a-f]{64}$/);
  });
}

test("obtainApproval() stops waiting for an answer when the call is cancelled, even if the asker goes on", async () => {
  const stop = new AbortController();
  let asked: AbortSignal | undefined;
  await using world = await aRuntime({
    tools: [asking(() => assert.fail("ran"))],
    ask: (_request, { signal }) => {
      asked = signal;
      stop.abort();
      return new Promise(() => {});
    },
  });
  const error = errorOf(await world.runtime.execute("asking", { text: "x" }, { signal: stop.signal }));
  expect(error.code).toBe("cancelled");
  expect(asked?.aborted).toBe(true);
});

test("obtainApproval() asks nobody about a call that is already cancelled", async () => {
  await using world = await aRuntime({ tools: [asking()], ask: () => assert.fail("asked") });
  const error = errorOf(
    await world.runtime.execute("asking", { text: "x" }, { signal: AbortSignal.abort() }),
  );
  expect(error.code).toBe("cancelled");
});

test("obtainApproval() binds the call as it was shown: changing the input meanwhile changes nothing", async () => {
  const input = { text: "shown", nested: { deep: [1] } };
  const loose = aTool({
    name: "loose",
    risk: "medium",
    input: z.object({ text: z.string(), nested: z.unknown() }),
    run: (held) => held,
  });
  await using world = await aRuntime({
    tools: [loose],
    ask: async () => {
      input.text = "changed";
      input.nested.deep.push(2);
      return { answer: "approve", by: "somebody" };
    },
  });
  const shown = { text: "shown", nested: { deep: [1] } };
  expect(outputOf(await world.runtime.execute("loose", input))).toEqual(shown);
  expect(world.events.at(-1)).toMatchObject({ params: shown });
});

test("obtainApproval() gives a command for a large input too, which takes it from standard input", async () => {
  await using world = await aRuntime({ tools: [asking()] });
  const input = { text: "x".repeat(300_000) };
  const error = errorOf(await world.runtime.execute("asking", input));
  const { hash } = error.details;
  expect(error.details).toMatchObject({
    replay: `dejima tool call asking --input - --approve ${hash}`,
    request: { tool: "asking", input: { characters: 300_011 } },
  });
  expect(error.message.length).toBeLessThan(500);
  const approved = await world.runtime.execute("asking", input, { approve: String(hash) });
  expect(approved.type).toBe("success");
});
