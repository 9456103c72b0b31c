import { expect, onTestFinished, test } from "vitest";
import { aServer } from "../http/a-server.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

const CLOCK = "sources/builtin/time-tools.ts";

/** The functions of ours between a door and the tool that reads the clock, innermost first, while `call` makes a call of it. */
async function hopsOf(call: () => Promise<unknown>): Promise<string[]> {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  let stack: string[] = [];
  const now = Date.now;
  Date.now = () => {
    const lines = new Error("here").stack?.split("\n") ?? [];
    if (lines[2]?.includes(CLOCK)) stack = lines.slice(3);
    return now();
  };
  const restore = () => {
    Date.now = now;
    Error.stackTraceLimit = limit;
  };
  onTestFinished(restore);
  // The first call also opens what later ones find open.
  await call();
  await call();
  restore();
  return stack.flatMap((line) => /\/src\/(\S+?):\d+:\d+/.exec(line)?.[1] ?? []);
}

const GATE = [
  "execution/run-tool.ts",
  "execution/execute-call.ts",
  "execution/execute-call.ts",
  "execution/run/run-calls.ts",
];

test("a call of the library passes the gate in four functions, and one opens its run", async () => {
  await using world = await aRuntime({});
  const hops = await hopsOf(() => world.runtime.execute("current_time", { timezone: "UTC" }));
  expect(hops).toEqual([...GATE, "wiring/wire-runtime.ts"]);
});

test("a call over HTTP passes the same functions behind its route", async () => {
  await using server = await aServer();
  const hops = await hopsOf(async () => {
    const answer = await server.post("/api/tools/current_time/call", { input: { timezone: "UTC" } });
    expect(answer.status).toBe(200);
    await answer.text();
  });
  const door = ["doors/http/routes/tools/tools.ts", "doors/http/guarded-app.ts", "doors/http/api.ts"];
  expect(hops).toEqual([...GATE, ...door]);
});

test("a call of the command line passes the same functions", async () => {
  await using cli = await aCliFolder();
  const hops = await hopsOf(async () => {
    const { code, stderr } = await cli.run(["tool", "call", "current_time", "--input", `{"timezone":"UTC"}`]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });
  const door = ["doors/cli/call-tool.ts", "doors/cli/commands/tools/tool.ts", "doors/cli/main.ts"];
  expect(hops).toEqual([...GATE, ...door, "doors/cli/main.ts"]);
});

test("a call in a chat passes the same functions, and those of the agent", async () => {
  await using server = await aServer({
    script: (request) =>
      request.messages.at(-1)?.role === "tool"
        ? { text: "It is late." }
        : { calls: [{ tool: "current_time", input: { timezone: "UTC" } }] },
  });
  const hops = await hopsOf(() => server.chat({ message: "what time is it?" }));
  expect(hops).toEqual([
    ...GATE,
    "agent/agent-run.ts",
    "agent/nodes/tool-call.ts",
    "agent/workflow/drive.ts",
    "agent/work-turn.ts",
    "agent/work-turn.ts",
    "agent/create-agent.ts",
  ]);
});
