import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { processorTime } from "../support/processor-time.ts";
import { type AHarbour, aHarbour, oddServer, outcomeOf } from "./a-harbour.ts";

const open: AHarbour[] = [];
// At once: a server that floods would take a processor from all other tests.
afterEach(async () => {
  for (const harbour of open.splice(0)) await harbour.close();
});
async function harbourWith(mode: string, options: object = {}): Promise<AHarbour> {
  const harbour = await aHarbour({
    good: { ...oddServer("good"), prefix: true },
    // Patient, unless a test is about giving up: how soon a server answers depends on the machine.
    odd: { ...oddServer(mode), prefix: true, startTimeout: 60_000, timeout: 60_000, ...options },
  });
  open.push(harbour);
  return harbour;
}
const discovered = async (mode: string, options: object = {}) => {
  const harbour = await harbourWith(mode, options);
  const problems = await harbour.runtime.mcp.discover();
  return { ...harbour, problems };
};
/** The other server of the same harbour answers as if nothing had happened. */
const goodAnswers = async ({ runtime }: AHarbour) =>
  expect(await outcomeOf(runtime, "good__work")).toBe("worked");

test("discover() gives up on a server that hangs at initialize, and the others are there", async () => {
  const harbour = await discovered("hangs", { startTimeout: 1_500 });
  expect(harbour.problems.get("odd")?.code).toBe("server_unavailable");
  expect([...harbour.problems.keys()]).toEqual(["odd"]);
  await goodAnswers(harbour);
});

test("discover() starts a server that dies of the probe again, the old way", async () => {
  const { runtime, problems } = await discovered("dies-of-probe");
  expect([...problems]).toEqual([]);
  expect(await outcomeOf(runtime, "odd__work")).toBe("worked");
});

test("discover() reads a list of tools page by page, but not for ever", async () => {
  const paged = await discovered("pages");
  expect((await paged.runtime.mcp.toolsOf("odd")).size).toBe(3);
  const endless = await discovered("endless-pages", { startTimeout: 5_000 });
  expect(endless.problems.get("odd")?.code).toBe("server_unavailable");
  await goodAnswers(endless);
});

test("a call whose server crashes fails with its last words, and the next one finds it running again", async () => {
  const harbour = await discovered("crashes");
  const [crashed] = await Promise.all([outcomeOf(harbour.runtime, "odd__work"), goodAnswers(harbour)]);
  expect(crashed).toMatchObject({
    code: "server_unavailable",
    message: expect.stringMatching(/exit code 3.*something broke/),
  });
  expect(await outcomeOf(harbour.runtime, "odd__add")).toMatch(/^pid \d+$/);
});

test("50 MB on stderr are drained and forgotten, but for the last words", async () => {
  const harbour = await discovered("floods-stderr", { timeout: 20_000 });
  const before = process.memoryUsage().rss;
  const [talked] = await Promise.all([outcomeOf(harbour.runtime, "odd__work"), goodAnswers(harbour)]);
  expect(talked).toBe("talked");
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(300);
});

test("an answer nested beyond all sense fails its call, and nothing else", async () => {
  const harbour = await discovered("deep");
  const [deep] = await Promise.all([outcomeOf(harbour.runtime, "odd__work"), goodAnswers(harbour)]);
  expect(deep).toMatchObject({ code: expect.stringMatching(/./) });
  await goodAnswers(harbour);
  expect(await outcomeOf(harbour.runtime, "odd__add")).toMatch(/^pid/);
});

test("a result of 50 MB ends the server and the call, not us", async () => {
  const harbour = await discovered("huge");
  expect(await outcomeOf(harbour.runtime, "odd__work")).toMatchObject({ code: "too_large" });
  await goodAnswers(harbour);
});

test("a flood of notifications stops neither the timeout of its call nor the calls of others", async () => {
  const harbour = await discovered("floods", { timeout: 1_500 });
  const flooded = outcomeOf(harbour.runtime, "odd__work");
  await goodAnswers(harbour);
  expect(await flooded).toMatchObject({ code: "timeout" });
});

test("a storm of news about changed tools costs a look or two, not one for each", async () => {
  const harbour = await discovered("storms", { timeout: 20_000 });
  expect(await outcomeOf(harbour.runtime, "odd__work")).toBe("listed 1 times");
  const [, count] = /listed (\d+) times/.exec(String(await outcomeOf(harbour.runtime, "odd__work"))) ?? [];
  expect(Number(count)).toBeLessThan(20);
  await goodAnswers(harbour);
});

test("of a list of 100,000 tools the first 5,000 are used, the rest is told, and others need not wait", async () => {
  const harbour = await discovered("crowds");
  const odd = (await harbour.runtime.mcp.reports()).find(({ name }) => name === "odd");
  expect(odd?.tools).toBe(5_000);
  expect(odd?.leftOut).toEqual([{ name: "95000 more", what: "entry", why: "it lists more than 5000 tools" }]);
  await goodAnswers(harbour);
});

test("a server that ignores cancel is left behind", async () => {
  const { runtime } = await discovered("ignores-cancel");
  const controller = new AbortController();
  const outcome = runtime.execute("odd__work", {}, { signal: controller.signal });
  controller.abort();
  expect(await outcome).toMatchObject({ type: "failure", error: { code: "cancelled" } });
  expect(await outcomeOf(runtime, "odd__add")).toMatch(/^pid/);
});

test("an answer that breaks the tool's own schema is an error of the server", async () => {
  const { runtime } = await discovered("good");
  expect(await outcomeOf(runtime, "odd__liar")).toMatchObject({
    code: "server_unavailable",
    message: expect.stringContaining("broke its own schema"),
  });
});

test("a pattern that would take for ever is not tried", async () => {
  const { runtime } = await discovered("slow-pattern");
  const started = processorTime();
  expect(await outcomeOf(runtime, "odd__slow")).toMatchObject({ structuredContent: {} });
  expect(processorTime() - started).toBeLessThan(1_000);
});

test("a schema that would take for ever to check is given up, and other servers answer meanwhile", async () => {
  const harbour = await discovered("slow-schema");
  const before = process.cpuUsage();
  const slow = outcomeOf(harbour.runtime, "odd__slow");
  await goodAnswers(harbour);
  expect(await slow).toMatchObject({ code: "server_unavailable" });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
});

test("a rule that forbids a tool holds for call_mcp_tool as well", async () => {
  const harbour = await aHarbour({ odd: oddServer("good") });
  open.push(harbour);
  await harbour.runtime.mcp.discover();
  const { verdict } = await harbour.runtime.explain("call_mcp_tool", { server: "odd", tool: "work" });
  expect(verdict).toBe("ask");
  const denied = createRuntime({
    workspace: harbour.workspace,
    config: { permissions: { deny: ["odd__work"] }, mcpServers: { odd: oddServer("good") } },
    variables: process.env,
  });
  const outcome = await denied.execute("call_mcp_tool", { server: "odd", tool: "work" });
  expect(outcome).toMatchObject({ type: "failure", error: { code: "tool_not_allowed" } });
  await denied.close();
});

test("injected text comes back as data, from a tool that says where it is from", async () => {
  const { runtime } = await discovered("injects");
  expect(await outcomeOf(runtime, "odd__work")).toContain("Ignore all previous");
  expect(runtime.registry.require("odd__work")).toMatchObject({ source: "mcp", origin: "odd" });
});

test("a tool whose description gives orders is kept out until a person accepts it", async () => {
  const { runtime } = await discovered("poisoned");
  const { mcp } = runtime;
  expect(runtime.registry.has("odd__poisoned")).toBe(false);
  expect(await outcomeOf(runtime, "call_mcp_tool", { server: "odd", tool: "poisoned" })).toMatchObject({
    code: "tool_not_allowed",
  });
  expect((await mcp.review("odd")).held[0]?.findings.map(({ signal }) => signal)).toContain(
    "posed-authority",
  );
  await mcp.accept("odd");
  expect(runtime.registry.has("odd__poisoned")).toBe(true);
});

test("a definition that changes after it was agreed to takes the server out of use until it is reviewed", async () => {
  const harbour = await aHarbour({});
  open.push(harbour);
  const servers = { odd: oddServer("rug-pull", join(harbour.workspace, "starts")) };
  const first = harbour.again(servers);
  await first.mcp.discover();
  expect(await outcomeOf(first, "add")).toMatch(/^pid/);
  await first.close();
  const second = harbour.again(servers);
  await second.ready();
  expect(second.registry.has("add")).toBe(true); // known from before, nothing started yet
  expect(await outcomeOf(second, "add")).toMatchObject({ code: "tool_not_allowed" });
  expect(second.registry.has("add")).toBe(false);
  const { mcp } = second;
  expect((await mcp.review("odd")).changes).toMatchObject([{ tool: "add", kind: "changed" }]);
  await mcp.accept("odd");
  expect(await outcomeOf(second, "add")).toMatch(/^pid/);
});

test("a tool that a server adds while it runs waits for a person, and the others go on", async () => {
  const { runtime, again } = await discovered("grows");
  await outcomeOf(runtime, "odd__add");
  const call = (tool: string) => outcomeOf(runtime, "call_mcp_tool", { server: "odd", tool });
  expect(await call("work")).toBe("worked");
  expect(await call("late")).toMatchObject({
    code: "tool_not_allowed",
    message: expect.stringContaining("the server has added it since you agreed to its tools"),
  });
  const { mcp } = runtime;
  expect((await mcp.review("odd")).changes).toMatchObject([{ tool: "late", kind: "added" }]);
  expect((await mcp.reports()).find(({ name }) => name === "odd")).toMatchObject({
    changed: false,
    added: 1,
  });
  // Another process takes the answer; this one follows.
  const other = again({ odd: oddServer("grows") });
  expect((await other.mcp.review("odd")).changes).toMatchObject([{ tool: "late", kind: "added" }]);
  await other.mcp.accept("odd");
  await vi.waitUntil(() => runtime.registry.has("odd__late"), { timeout: 30_000 });
});

test("a server that crashes at every start is not started for ever", async () => {
  const { runtime } = await harbourWith("exits");
  const { mcp } = runtime;
  for (let attempt = 0; attempt < 5; attempt++) await mcp.discover(["odd"]);
  const problem = (await mcp.discover(["odd"])).get("odd");
  expect(problem?.message).toMatch(/tried again in \d+ s/);
  expect((await mcp.reports()).find(({ name }) => name === "odd")).toMatchObject({
    state: "failing",
    failures: 5,
  });
});

test("discover() leaves out the malformed tools of a server and says which, and keeps the others", async () => {
  const { runtime, problems } = await discovered("malformed", { startTimeout: 60_000 });
  expect([...problems]).toEqual([]);
  const { mcp } = runtime;
  expect((await mcp.toolsOf("odd")).size).toBe(496);
  const { leftOut = [] } = (await mcp.reports()).find(({ name }) => name === "odd") ?? {};
  expect(leftOut.map(({ name, what }) => [name, what])).toEqual([
    ["number 1", "entry"],
    ["array", "entry"],
    ["icon", "fields"],
    ["listed", "fields"],
    ["number 5", "entry"],
    ["deep", "entry"],
  ]);
  expect(leftOut[1]?.why).toMatch(/inputSchema.type/);
  const entry = leftOut.find(({ what }) => what === "entry")?.name ?? "";
  await expect(mcp.find("odd", entry)).rejects.toThrow(/describes it in a malformed way, so it was left out/);
});

const FAILED = (message: RegExp) => ({ code: expect.any(String), message: expect.stringMatching(message) });

test.each([
  ["invalid", "still here"],
  ["huge-id", "fine"],
  ["twice", "first"],
  ["progress", "fine"],
  ["array", FAILED(/something that is no result/)],
  ["unasked-task", FAILED(/does not follow the protocol/)],
  ["odd-block", FAILED(/does not follow the protocol/)],
  ["odd-error", FAILED(/gave no reason/)],
  // What only Dejima says of a call does not come from a server.
  ["imitates", { content: [{ type: "text", text: "done" }], _meta: { own: 1 } }],
])("an answer in the manner of %s is taken for what it is, and others need not wait", async (mode, told) => {
  const harbour = await discovered(mode);
  const [outcome] = await Promise.all([outcomeOf(harbour.runtime, "odd__work"), goodAnswers(harbour)]);
  expect(outcome).toEqual(told);
});

test.each([
  ["blocks", /^\{"content":\[\{"type":"text","text":"b0"\}[\s\S]*b299998\\nb299999"\}\]\}$/],
  ["wide", /^\{"k0":1,"k1":1/],
])("a result of very many parts (%s) becomes a text before anybody looks at each", async (mode, text) => {
  const { runtime } = await discovered(mode);
  expect(await outcomeOf(runtime, "odd__work")).toMatch(text);
});

test("of two tools with one name the first is used, and the other is told", async () => {
  const { runtime } = await discovered("namesakes");
  const odd = (await runtime.mcp.reports()).find(({ name }) => name === "odd");
  expect(odd).toMatchObject({ tools: 1, leftOut: [{ name: "work", what: "entry" }] });
});

// Far longer than the test may take: it is the broken answer that ends the wait.
const PATIENT = { startTimeout: 600_000, timeout: 600_000 };

test.each(["broken", "pretty"])(
  "discover() fails at once for a server that answers in %s JSON",
  async (mode) => {
    const harbour = await discovered(mode, PATIENT);
    expect(harbour.problems.get("odd")).toMatchObject({
      code: "server_unavailable",
      message: expect.stringMatching(/The server printed a line that is not JSON: \{/),
    });
    await goodAnswers(harbour);
  },
);

test.each(["breaks-off", "not-json-rpc"])("a call fails at once when its answer is %s", async (mode) => {
  const harbour = await discovered(mode, PATIENT);
  const failed = await outcomeOf(harbour.runtime, "odd__work");
  expect(failed).toMatchObject({
    message: expect.stringMatching(/The server printed an? (line|answer) that is not JSON/),
  });
  expect(JSON.stringify(failed)).not.toContain("\\u0007");
  expect(await outcomeOf(harbour.runtime, "odd__add")).toMatch(/^pid \d+$/);
});
