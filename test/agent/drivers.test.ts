import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Driver, drive } from "../../src/agent/workflow/drive.ts";
import { langGraphDriver } from "../../src/langgraph.ts";
import type { Script } from "../../src/model/language/scripted-model.ts";
import { aTool } from "../support/a-runtime.ts";
import { anAgent } from "./an-agent.ts";

const tools = [
  aTool({ name: "echo", input: z.object({ text: z.string() }), run: ({ text }) => text }),
  aTool({ name: "act", risk: "medium", input: z.object({ what: z.string() }), run: ({ what }) => what }),
  aTool({
    name: "broken",
    run() {
      throw new Error("always");
    },
  }),
];

const START = ["context_build", "route", "skill_activate", "generate"];
const END = ["validate", "enforce"];

const SCENES: { name: string; script: Script; nodes: string[]; answer: string | RegExp; calls: number }[] = [
  {
    name: "an answer at once",
    script: [{ text: "Yes." }],
    nodes: [...START, ...END],
    answer: "Yes.",
    calls: 0,
  },
  {
    name: "parallel calls, one of them approved",
    script: [
      {
        calls: [
          { tool: "echo", input: { text: "a" } },
          { tool: "act", input: { what: "b" } },
        ],
      },
      { text: "Both." },
    ],
    nodes: [...START, "tool_call", "generate", ...END],
    answer: "Both.",
    calls: 2,
  },
  {
    name: "a failure, reflected on",
    script: [{ calls: [{ tool: "broken" }] }, { text: "It fails." }],
    nodes: [...START, "tool_call", "reflect", "generate", ...END],
    answer: "It fails.",
    calls: 1,
  },
  {
    name: "a claim, sent back once",
    script: [{ text: "I have deleted the file." }, { text: "Nothing was deleted? No: nothing is done yet." }],
    nodes: [...START, ...END, "generate", ...END],
    answer: /nothing is done yet/,
    calls: 0,
  },
  {
    name: "rounds up to the limit",
    script: ({ toolChoice }, turn) =>
      toolChoice === "none" ? { text: "Enough." } : { calls: [{ tool: "echo", input: { text: `${turn}` } }] },
    nodes: [...START, "tool_call", "generate", "tool_call", "generate", ...END],
    answer: "Enough.",
    calls: 2,
  },
];

const DRIVERS: [string, Driver][] = [
  ["drive", drive],
  ["langGraphDriver()", langGraphDriver()],
];

describe.each(DRIVERS)("%s", (_name, driver) => {
  test.each(SCENES)(
    "takes $name through the same nodes to the same end",
    async ({ script, nodes, answer, calls }) => {
      await using agent = await anAgent(script, {
        tools,
        driver,
        config: { agent: { maxIterations: 2 } },
        ask: async () => ({ answer: "approve", by: "a person" }),
      });
      const told = await agent.tell("go");
      expect(told.of("node-end").map(({ node }) => node)).toEqual(nodes);
      expect(told.end).toMatchObject({ status: "done", calls });
      expect(told.end.answer).toMatch(answer);
      expect(await agent.runtime.history.verify(told.runId)).toMatchObject({ ok: true });
    },
  );

  test("stops when it is cancelled", async () => {
    const controller = new AbortController();
    const stop = aTool({ name: "stop", run: () => controller.abort() });
    await using agent = await anAgent([{ calls: [{ tool: "stop" }] }, { text: "never" }], {
      tools: [stop],
      driver,
    });
    expect((await agent.tell("go", { signal: controller.signal })).end.status).toBe("cancelled");
    expect(agent.model.requests).toHaveLength(1);
  });
});
