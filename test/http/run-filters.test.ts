import { expect, test } from "vitest";
import { z } from "zod";
import type { Run } from "../../src/contract/run.ts";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import { ScriptedModel, type ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";
import { aServer, people } from "./a-server.ts";
import { readSse } from "./read-sse.ts";

function looksOrAnswers({ messages }: ModelRequest): ScriptedReply {
  const last = messages.findLast(({ role }) => role !== "note");
  if (last?.role === "user" && last.text.includes("look")) return { calls: [{ tool: "look", input: {} }] };
  return { text: "The QUAY is empty." };
}

test("GET /api/runs finds runs by status, tool, model, user, time and text on the server, and tells their tokens", async () => {
  const tools = [aTool({ name: "look" })];
  await using world = await aRuntime({ model: new ScriptedModel(looksOrAnswers), tools });
  const { as } = await people(world.runtime, { ann: "user", bob: "user", olga: "approver" });
  const chat = async (who: string, message: string) =>
    Array.fromAsync(readSse(await as(who, "POST", "/api/chat", { message })));
  await chat("ann", "please look");
  await chat("ann", "hello there");
  await chat("bob", "please look as well");
  const find = async (who: string, query: string) =>
    (await (await as(who, "GET", `/api/runs?${query}`)).json()) as Run[];
  const titles = async (who: string, query: string) => (await find(who, query)).map(({ title }) => title);
  expect(await titles("olga", "tool=look")).toEqual(["please look as well", "please look"]);
  expect(await titles("ann", "tool=look")).toEqual(["please look"]);
  expect(await titles("olga", "user=bob&status=done")).toEqual(["please look as well"]);
  // A name in the query opens nobody else's runs.
  expect(await titles("ann", "user=bob")).toEqual([]);
  expect(await titles("ann", "text=HELLO")).toEqual(["hello there"]);
  expect(await titles("ann", "text=quay%20is%20empty")).toEqual(["hello there", "please look"]);
  expect(await titles("olga", `from=${Date.now() + 60_000}`)).toEqual([]);
  expect(await titles("olga", "status=failed")).toEqual([]);
  const [run] = await find("ann", "tool=look");
  expect(run?.tokens?.input).toBeGreaterThan(0);
  const [model = ""] = run?.models ?? [];
  expect(await titles("olga", `model=${encodeURIComponent(model)}&limit=2`)).toHaveLength(2);
  expect((await as("ann", "GET", "/api/runs?status=unheard")).status).toBe(400);
});

test("GET /api/runs/{run}/requests returns the model requests, checked against the hashes of the sent ones", async () => {
  await using server = await aServer({ script: looksOrAnswers, tools: [aTool({ name: "look" })] });
  const events = await server.chat({ message: "please look" });
  const { runId } = z.object({ runId: z.string() }).parse(events[0]?.data);
  const { requests } = await server.json<{
    requests: {
      system: string;
      messages: { role: string; text: string }[];
      tools: string[];
      same: boolean;
    }[];
  }>(`/api/runs/${runId}/requests`);
  expect(requests.map(({ same }) => same)).toEqual([true, true]);
  expect(requests[0]?.messages.some(({ text }) => text.includes("please look"))).toBe(true);
  expect(requests[0]?.tools).toContain("look");
  expect(requests[1]?.messages.some(({ role }) => role === "tool")).toBe(true);
});

test("POST …/branch continues from an earlier message with everything before it; the old conversation stays", async () => {
  await using server = await aServer({
    script: ({ messages }) => ({ text: messages.map(({ text }) => text).join(" | ") }),
  });
  const said: string[] = [];
  for (const message of ["first", "second", "third"]) {
    const [start] = await server.chat({ message, conversation: "c-1" });
    said.push(z.object({ runId: z.string() }).parse(start?.data).runId);
  }
  const branched = await server.post("/api/conversations/c-1/branch", { before: said[1] });
  const branch = (await branched.json()) as { id: string; branchOf: unknown };
  expect(branch.branchOf).toEqual({ conversation: "c-1", run: said[1] });
  const events = await server.chat({ message: "instead", conversation: branch.id });
  const { answer } = z.object({ answer: z.string() }).parse(events.at(-1)?.data);
  expect(answer).toContain("first");
  expect(answer).not.toMatch(/second|third/);
  const turns = async (id: string) =>
    (await server.json<{ turns: { message: string }[] }>(`/api/conversations/${id}`)).turns.map(
      ({ message }) => message,
    );
  expect(await turns("c-1")).toEqual(["first", "second", "third"]);
  expect(await turns(branch.id)).toEqual(["first", "instead"]);
  const elsewhere = await server.post(`/api/conversations/${branch.id}/branch`, { before: said[1] });
  expect(elsewhere.status).toBe(404);
});
