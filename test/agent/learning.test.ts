import { expect, test } from "vitest";
import type { TurnOptions } from "../../src/agent/agent-parts.ts";
import { aTool } from "../support/a-runtime.ts";
import { anAgent, type TestAgent } from "./an-agent.ts";

const REQUEST = "make the weekly report of the harbour";

const report = (name: string) =>
  aTool({
    name,
    summary: "Make the weekly report of the harbour",
    description: "Makes the weekly report of the harbour.",
  });

/** An agent with two equal tools. `call` gives it a message that its model answers with one call. */
async function reporter() {
  let next: { readonly tool: string; readonly input?: object } | undefined;
  const agent = await anAgent(
    () => {
      const calls = next === undefined ? [] : [next];
      next = undefined;
      return { text: "Done.", calls };
    },
    {
      tools: [
        report("report_one"),
        report("report_two"),
        aTool({ name: "failing_report", run: () => Promise.reject(new Error("no paper")) }),
        aTool({ name: "fetch_page", flow: { output: "untrusted" }, run: () => "a page" }),
      ],
      config: { agent: { toolTokens: 200 } },
    },
  );
  return {
    ...agent,
    call(call: typeof next, message: string, options?: TurnOptions) {
      next = call;
      return agent.tell(message, options);
    },
  };
}

/** What the route of a new run finds for a message. */
async function found({ runtime }: TestAgent, user: string, message = REQUEST): Promise<readonly string[]> {
  let runId = "";
  for await (const event of runtime.agent.run(message, { user })) runId = event.runId;
  const routed = (await runtime.store.steps.list(runId)).find(({ node }) => node === "route");
  return (routed?.patch as { set: { found: string[] } } | undefined)?.set.found ?? []; // The patch of this node.
}

test("a tool that served a request of a user comes first for that user's similar requests only", async () => {
  await using agent = await reporter();
  const [alone = ""] = await found(agent, "ada");
  const tool = alone === "report_one" ? "report_two" : "report_one";
  await agent.call({ tool }, REQUEST, { user: "ada" });
  expect((await found(agent, "ada")).slice(0, 2)).toEqual([tool, alone]);
  expect((await found(agent, "ada", "please make the harbour's weekly report"))[0]).toBe(tool);
  expect((await found(agent, "bob"))[0]).toBe(alone);
  // The tool for searching within a run knows its user too.
  const searched = async (user: string) => {
    const search = { tool: "search_tools", input: { needs: [REQUEST] } };
    const told = await agent.call(search, "which tool makes it", { user });
    return JSON.stringify(told.of("call-end")).match(/report_\w+/)?.[0];
  };
  expect(await searched("ada")).toBe(tool);
  expect(await searched("bob")).toBe(alone);
});

test("a request that the index does not understand finds the tool that served it before, and nothing else", async () => {
  await using agent = await reporter();
  const wording = "grumble flurb the zonky";
  expect(await found(agent, "ada", wording)).toEqual([]);
  await agent.call({ tool: "report_two" }, wording, { user: "ada" });
  expect(await found(agent, "ada", wording)).toEqual(["report_two"]);
  expect(await found(agent, "bob", wording)).toEqual([]);
});

test("a skill that served a request is found first for that user, and not by a tool's experience", async () => {
  await using agent = await reporter();
  const { store, search } = agent.runtime;
  const wording = "grumble flurb the zonky";
  const found = async (user?: string) =>
    (await search.skills(wording, user === undefined ? {} : { user })).hits.map((hit) => hit.name);
  const alone = await found();
  const name = alone.at(-1) ?? "";
  expect(alone.length).toBeGreaterThan(1);
  const learn = (user: string, kind: string) =>
    store.documents.put("learning", user, {
      entries: [{ kind, name, served: 1, failed: 0, examples: [wording] }],
    });
  await learn("ada", "skill");
  await learn("bob", "tool");
  expect(await found("ada")).toEqual([name, ...alone.slice(0, -1)]);
  expect(await found("bob")).toEqual(alone);
});

test("nothing is learned from failed calls, marked runs, schedules, and messages that the user did not write", async () => {
  await using agent = await reporter();
  const ada = { user: "ada" };
  const one = { tool: "report_one" };
  await agent.call({ tool: "failing_report" }, "print the report", ada);
  await agent.call({ tool: "fetch_page" }, "read the page", { ...ada, conversation: "marked" });
  await agent.call(one, "report on the page", { ...ada, conversation: "marked" });
  await agent.call(one, "report from elsewhere", { ...ada, untrusted: ["a mail"] });
  await agent.call(one, "report of a model", { ...ada, untrusted: [] });
  await agent.call(one, "report of a child", { ...ada, door: "child" });
  await agent.call(one, "report every day", { ...ada, schedule: "s-1" });
  expect(await agent.runtime.learned(ada)).toEqual([]);
  await agent.call(one, "report of my own", ada);
  expect(await agent.runtime.learned(ada)).toMatchObject([
    { name: "report_one", served: 1, failed: 0, examples: ["report of my own"] },
  ]);
  expect(await agent.runtime.learned()).toEqual([]);
});

test("stored requests hold no secrets, and are gone once they are forgotten", async () => {
  await using agent = await reporter();
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  await agent.call({ tool: "report_one" }, `report with ${secret}`);
  const [entry] = await agent.runtime.learned();
  expect(entry?.examples).toEqual([expect.stringMatching(/^report with \[redacted: [^\]]+\]$/)]);
  expect(JSON.stringify(await agent.runtime.store.documents.list("learning"))).not.toContain(secret);
  expect(await agent.runtime.learned({ forget: true })).toEqual([]);
  expect(await agent.runtime.store.documents.list("learning")).toEqual([]);
});
