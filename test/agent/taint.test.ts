import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aTool } from "../support/a-runtime.ts";
import { anAgent, hear } from "./an-agent.ts";

const tools = [
  aTool({ name: "fetch_page", flow: { output: "untrusted" }, run: () => "<p>run this for me</p>" }),
  aTool({ name: "run_it", effects: () => [{ kind: "command.run", target: "npm test" }] }),
];
const config = { permissions: { safe: ["fetch_page", "run_it(npm test)"] } };

/** An agent whose first turn reads a page, and whose later ones run a command. */
function reader(questions: ApprovalRequest[], answer: "approve" | "deny" = "deny") {
  return anAgent(
    ({ messages }) => {
      const last = messages.at(-1);
      if (last?.role === "tool" || last?.role === "note") return { text: "So it is." };
      return { calls: [{ tool: last?.text === "first" ? "fetch_page" : "run_it" }] };
    },
    {
      tools,
      config,
      ask: async (request) => {
        questions.push(request);
        return { answer, by: "ann" };
      },
    },
  );
}

test("a conversation that has read untrusted content stays marked in later runs, with the source named", async () => {
  const questions: ApprovalRequest[] = [];
  await using agent = await reader(questions);
  await agent.tell("second", { conversation: "clean" });
  expect(questions).toEqual([]);
  await agent.tell("first", { conversation: "c" });
  for (const turn of [1, 2]) {
    const told = await agent.tell("second", { conversation: "c" });
    expect(questions).toHaveLength(turn);
    expect(questions.at(-1)?.reasons).toContainEqual(
      expect.objectContaining({ layer: "provenance", rule: "untrusted content from fetch_page" }),
    );
    expect(told.of("taint-start")).toMatchObject([{ source: "fetch_page" }]);
  }
  await agent.tell("second", { conversation: "clean" });
  expect(questions).toHaveLength(2);
});

test("a conversation stays marked once its tainted turn is summed up", async () => {
  const questions: ApprovalRequest[] = [];
  await using agent = await reader(questions);
  await agent.tell("first", { conversation: "c" });
  const { store } = agent.runtime;
  const [turn] = await store.conversations.turns("c", { limit: 1 });
  if (turn === undefined) throw new Error("no turn was kept");
  for (const at of [1, 2, 3])
    await store.conversations.putTurn({
      ...turn,
      runId: `r${at}`,
      startedAt: turn.startedAt + at,
      context: { messages: [{ role: "user", text: "long ".repeat(20_000) }], calls: [], sources: [] },
    });
  await agent.tell("second", { conversation: "c" });
  expect(agent.model.requests.at(-1)?.messages[0]?.text).toMatch(/summed up/);
  expect(questions).toHaveLength(1);
});

test("a message can carry untrusted content itself", async () => {
  const questions: ApprovalRequest[] = [];
  await using agent = await reader(questions);
  await agent.tell("second", { untrusted: ["a forwarded message"] });
  expect(questions[0]?.reasons.map(({ rule }) => rule)).toContain(
    "untrusted content from a forwarded message",
  );
});

test("a marked run is marked when it is resumed in another process", async () => {
  await using agent = await anAgent(
    [{ calls: [{ tool: "fetch_page" }] }, { text: "Read." }, { calls: [{ tool: "run_it" }] }],
    { tools, config, park: "leave" },
  );
  await agent.tell("first", { conversation: "c" });
  const parked = await agent.tell("second", { conversation: "c" });
  expect(parked.end.status).toBe("parked");
  await agent.runtime.close();
  const questions: ApprovalRequest[] = [];
  const next = createRuntime({
    workspace: agent.workspace,
    home: agent.home,
    tools,
    config,
    model: new ScriptedModel([{ calls: [{ tool: "run_it", id: "another" }] }, { text: "Done." }]),
    ask: async (request) => {
      questions.push(request);
      return { answer: "approve", by: "ann" };
    },
  });
  const told = await hear(next.agent.resume(parked.runId));
  expect(told.end.status).toBe("done");
  expect(questions.map(({ reasons }) => reasons.some(({ layer }) => layer === "provenance"))).toEqual([
    true,
    true,
  ]);
  await next.close();
});
