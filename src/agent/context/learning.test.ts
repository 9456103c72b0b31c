import { expect, test } from "vitest";
import type { AskedRequest } from "../../retrieval/search.ts";
import { createMemoryStore } from "../../store/in-memory/memory-store.ts";
import { initialState, type Receipt } from "../workflow/state.ts";
import { createLearning, type Learning } from "./learning.ts";

const receipt = (tool: string, ok: boolean): Receipt => ({
  key: "",
  callId: "",
  tool,
  signature: "",
  ok,
  effects: [],
});
const run = (message: string, ...receipts: Receipt[]) => ({
  ...initialState({ runId: "r", conversationId: "c", message, language: "en" }),
  receipts,
  activeSkills: [{ name: "time", binds: "nothing" as const, round: 0, servers: true }],
});
const open = (redact = async (text: string) => text) => {
  const store = createMemoryStore();
  return { store, learning: createLearning(async () => store, { redact }) };
};

const AXES: string[] = [];

/** Embeds each distinct text in a direction of its own, so that only equal requests are near. */
function vectorOf(text: string): Float32Array {
  if (!AXES.includes(text)) AXES.push(text);
  const vector = new Float32Array(64);
  vector[AXES.indexOf(text)] = 1;
  return vector;
}

function ask(request: string, embedded: string[] = []): AskedRequest {
  return {
    vector: vectorOf(request),
    embedderId: "exact",
    async embed(requests) {
      embedded.push(...requests);
      return requests.map(vectorOf);
    },
  };
}

const nearness = async (learning: Learning, user: string, request: string) =>
  (await learning.servedBefore(user, "tool"))?.(ask(request));

test("learn() stores the requests that tools and skills served, per user, and forget() deletes them", async () => {
  const { learning } = open();
  const state = run(
    "东京几点",
    receipt("shell", false),
    receipt("current_time", true),
    receipt("get_tool_info", true),
  );
  await learning.learn("ada", state);
  await learning.learn("ada", run("time  in\nTokyo", receipt("current_time", true)));
  await learning.learn("ada", state);
  expect(await learning.of("ada")).toEqual([
    { kind: "tool", name: "current_time", served: 3, failed: 0, examples: ["time in Tokyo", "东京几点"] },
    { kind: "skill", name: "time", served: 3, failed: 0, examples: ["time in Tokyo", "东京几点"] },
  ]);
  expect(await learning.of("bob")).toEqual([]);
  expect(await learning.forget("ada")).toBe(true);
  expect(await learning.of("ada")).toEqual([]);
});

test("learn() writes runs that end together in one step, which loses none of them, and reports one that cannot be written", async () => {
  const store = createMemoryStore();
  const written: string[] = [];
  const documents = {
    ...store.documents,
    async put(...document: Parameters<typeof store.documents.put>) {
      if (document[1] === "eve") throw new Error("no space");
      written.push(document[1]);
      await store.documents.put(...document);
    },
  };
  const faults: unknown[] = [];
  const learning = createLearning(async () => ({ ...store, documents }), {
    redact: async (text) => text,
    onFault: (error) => void faults.push(error),
  });
  const ended = run("time in Tokyo", receipt("current_time", true));
  await Promise.all(["ada", "ada", "eve", "bob", "ada"].map((user) => learning.learn(user, ended)));
  expect(written).toEqual([]);
  await learning.flush();
  expect(written).toEqual(["ada", "bob"]);
  expect((await learning.of("ada")).map(({ served }) => served)).toEqual([3, 3]);
  expect(faults).toEqual([new Error("no space")]);
  await learning.learn("bob", ended);
  expect((await learning.of("bob")).map(({ served }) => served)).toEqual([2, 2]);
});

test("learn() adds no example for a failed call, and a tool that fails afterwards counts less", async () => {
  const { learning } = open();
  await learning.learn("ada", run("send the weekly report", receipt("send_message", false)));
  expect(await learning.of("ada")).toEqual([]);
  await learning.learn(
    "ada",
    run("send the weekly report", receipt("send_message", false), receipt("send_message", true)),
  );
  expect((await nearness(learning, "ada", "send the weekly report"))?.get("send_message")).toBeCloseTo(1);
  await learning.learn("ada", run("send the other report", receipt("send_message", false)));
  expect(await learning.of("ada")).toContainEqual(
    expect.objectContaining({
      name: "send_message",
      served: 1,
      failed: 1,
      examples: ["send the weekly report"],
    }),
  );
  expect((await nearness(learning, "ada", "send the weekly report"))?.get("send_message")).toBeCloseTo(0.5);
});

test.each(["yes", "继续", "好的", "12345678", "long ".repeat(61)])(
  "learn() takes %j for no request",
  async (message) => {
    const { learning } = open();
    await learning.learn("ada", run(message, receipt("delete_file", true)));
    expect(await learning.of("ada")).toEqual([]);
  },
);

test("learn() keeps five requests per tool and 200 tools, the latest ones", async () => {
  const { learning } = open();
  for (let count = 0; count < 7; count++)
    await learning.learn("ada", run(`report number ${count}`, receipt("report", true)));
  expect((await learning.of("ada")).find(({ name }) => name === "report")?.examples).toEqual(
    [2, 3, 4, 5, 6].map((count) => `report number ${count}`),
  );
  for (let count = 0; count < 210; count++)
    await learning.learn("ada", run("another report", receipt(`tool_${count}`, true)));
  const names = (await learning.of("ada")).map(({ name }) => name);
  expect(names).toHaveLength(200);
  expect(names).toContain("tool_209");
  expect(names).not.toContain("report");
});

test("learn() redacts secrets before it stores a request", async () => {
  const { learning, store } = open(async (text) => text.replace("hunter22", "[redacted]"));
  await learning.learn("ada", run("log in with hunter22", receipt("login", true)));
  await learning.flush();
  const stored = JSON.stringify(await store.documents.list("learning"));
  expect(stored).toContain("log in with [redacted]");
  expect(stored).not.toContain("hunter22");
});

test("servedBefore() compares only with the user's own requests, and embeds each of them once", async () => {
  const { learning } = open();
  await learning.learn("ada", run("water the plants", receipt("garden", true)));
  const embedded: string[] = [];
  const near = async (user: string, kind: "tool" | "skill" = "tool") =>
    (await learning.servedBefore(user, kind))?.(ask("water the plants", embedded));
  expect(await near("ada")).toEqual(new Map([["garden", 1]]));
  expect(await near("ada", "skill")).toEqual(new Map([["time", 1]]));
  expect(await near("ada")).toEqual(new Map([["garden", 1]]));
  expect(await near("bob")).toBeUndefined();
  expect(embedded).toEqual(["water the plants", "water the plants"]);
  expect(await nearness(learning, "ada", "feed the cat")).toEqual(new Map());
});

test("servedBefore() gives nothing while the embedder does not answer", async () => {
  const { learning } = open();
  await learning.learn("ada", run("water the plants", receipt("garden", true)));
  const served = await learning.servedBefore("ada", "tool");
  const down = { ...ask("water the plants"), embed: () => Promise.reject(new Error("down")) };
  expect(await served?.(down)).toEqual(new Map());
});

test.each([{ time: { current_time: { served: 6, failed: 0 } } }, "text", null, { entries: [{ name: 1 }] }])(
  "of() drops what an earlier version stored: %j",
  async (stored) => {
    const { learning, store } = open();
    await store.documents.put("learning", "ada", stored);
    expect(await learning.of("ada")).toEqual([]);
    expect(await learning.servedBefore("ada", "tool")).toBeUndefined();
    await learning.learn("ada", run("water the plants", receipt("garden", true)));
    expect((await learning.of("ada")).map(({ name }) => name)).toEqual(["garden", "time"]);
  },
);
