import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import type { Effect } from "../../src/contract/effect.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";
import { aRemoteServer } from "./a-remote-server.ts";

const SECRET = "the-blue-card-4711";
const NOT_TOLD = async () => ({ answer: "deny" as const, by: "ann" });

async function aMarkedRun(mcpServers: Record<string, object>, permissions = {}) {
  const questions: ApprovalRequest[] = [];
  const world = await aRuntime({
    config: { mcpServers, permissions },
    variables: process.env,
    ask: async (request) => {
      questions.push(request);
      return NOT_TOLD();
    },
  });
  expect([...(await world.runtime.mcp.discover())]).toEqual([]);
  const run = await world.runtime.openRun({ title: "marked", untrusted: ["a page"], mode: "interactive" });
  return { world, run, questions };
}

const REQUESTS: Record<string, object> = {
  read_mcp_resource: { server: "remote", uri: `word://${SECRET}` },
  get_mcp_prompt: { server: "remote", prompt: "greet", arguments: { name: SECRET } },
  call_mcp_tool: { server: "remote", tool: "lookup", input: { word: SECRET } },
  lookup: { word: SECRET },
};

for (const [tool, input] of Object.entries(REQUESTS)) {
  test(`a marked run asks before ${tool} tells a remote server something, and the question shows what`, async () => {
    await using server = await aRemoteServer();
    const { world, run, questions } = await aMarkedRun(
      { remote: { url: server.url, risk: "low" } },
      { safe: ["*"] },
    );
    await using _closing = world;
    expect(errorOf(await run.execute({ tool, input })).code).toBe("approval_denied");
    expect(server.told).toEqual([]);
    const [sent] = questions[0]?.effects ?? [];
    expect(sent).toMatchObject({ kind: "host.send", server: "added" });
    expect(sent?.target.startsWith(server.url)).toBe(true);
    expect(decodeURIComponent(sent?.target ?? "")).toContain(SECRET);
  });
}

test("a clean run uses a remote server of low risk without a question, and a rule about the host holds for it", async () => {
  await using server = await aRemoteServer();
  const mcpServers = { remote: { url: server.url, risk: "low" as const } };
  await using world = await aRuntime({ config: { mcpServers } });
  await world.runtime.mcp.discover();
  expect(outputOf(await world.runtime.execute("lookup", { word: "tree" }))).toBe("found");
  const deny = [`host.send(${new URL(server.url).origin}/**)`];
  await using guarded = await aRuntime({ config: { mcpServers, permissions: { deny } } });
  await guarded.runtime.mcp.discover();
  // Where the tools of the server are not known yet, it is the connection that the rule refuses.
  for (const [tool, input] of Object.entries(REQUESTS))
    expect(errorOf(await guarded.runtime.execute(tool, input)).code, tool).toMatch(
      /^(?:tool_not_allowed|host_blocked|tool_not_found)$/,
    );
  expect(server.told).toEqual(["tree"]);
});

test("a user can vouch that a tool of a server sends nothing on, apart from its risk", async () => {
  await using server = await aRemoteServer();
  const { world, run } = await aMarkedRun({
    remote: { url: server.url, risk: "low", sends: { lookup: "nothing" } },
  });
  await using _closing = world;
  expect(outputOf(await run.execute({ tool: "lookup", input: { word: "tree" } }))).toBe("found");
  expect(
    errorOf(await run.execute({ tool: "read_mcp_resource", input: REQUESTS.read_mcp_resource })).code,
  ).toBe("approval_denied");
});

test("a search whose address never changes is asked about again for another query", async () => {
  await using world = await aRuntime({
    config: { webSearch: { provider: "tavily", apiKey: "k", url: "https://search.test/" } },
  });
  const { registry } = world.runtime;
  const targets = async (query: string) =>
    (await registry.require("web_search").effects({ query, limit: 5 })).map(({ target }) => target);
  expect(await targets("weather")).not.toEqual(await targets(SECRET));
  expect((await targets(SECRET)).join()).toContain(SECRET);
  const run = await world.runtime.openRun({ untrusted: ["a page"], named: await targets("weather") });
  expect(errorOf(await run.execute({ tool: "web_search", input: { query: SECRET } })).code).toBe(
    "approval_required",
  );
});

const FOR_GOOD: readonly Effect["kind"][] = ["file.delete", "file.write"];

for (const kind of FOR_GOOD)
  for (const source of ["custom", "mcp", "http", "skill"] as const)
    test(`a marked run asks before a ${source} tool has the effect ${kind} without the guard, under an allowing rule`, async () => {
      const fields = { name: "change", effects: () => [{ kind, target: "system/keys" }] };
      const own = aTool({ ...fields, source });
      const guarded = aTool({ ...fields, name: "change_guarded", source, flow: { files: "guarded" } });
      const quiet = aTool({ ...fields, name: "change_quiet", source, flow: { sends: "nothing" } });
      await using world = await aRuntime({
        tools: [own, guarded, quiet],
        config: { permissions: { safe: [`${kind}(**)`] } },
      });
      const clean = await world.runtime.openRun({});
      const run = await world.runtime.openRun({ untrusted: ["a page"] });
      expect(outputOf(await clean.execute({ tool: "change" }))).toBe("done");
      expect(errorOf(await run.execute({ tool: "change" })).code).toBe("approval_required");
      expect(errorOf(await run.execute({ tool: "change_quiet" })).code).toBe("approval_required");
      expect(outputOf(await run.execute({ tool: "change_guarded" }))).toBe("done");
    });

test("what a person agreed to, a tool can do in a marked run, also below the folder that it declared", async () => {
  const publish = aTool({
    name: "publish",
    effects: () => [{ kind: "file.write", target: "out" }],
    run: (_input, { files }) => files.write("out/a.txt", Buffer.from("a")),
  });
  const approve = async () => ({ answer: "approve" as const, by: "ann" });
  const safe = ["publish(./out)", "publish(./out/**)"];
  await using world = await aRuntime({ tools: [publish], config: { permissions: { safe } } });
  const run = await world.runtime.openRun({ untrusted: ["a page"], mode: "interactive", ask: approve });
  expect((await run.execute({ tool: "publish" })).type).toBe("success");
});

test("defineTool() refuses the switches of before, and words that flow does not have", () => {
  const definition = {
    name: "t",
    summary: "A tool that only the tests know about",
    description: "",
    category: "custom" as const,
    risk: "low" as const,
    input: { type: "object" },
    run: () => "",
  };
  const define = (fields: object) => () => defineTool({ ...definition, ...fields });
  expect(define({ sendsOut: true })).toThrow(
    '"sendsOut" is now written as flow: { sends: "nothing" | "input" }',
  );
  expect(define({ trustsOutput: false })).toThrow("flow: { output");
  expect(define({ flow: { sends: "everything" } })).toThrow('flow.sends must be one of "nothing", "address"');
  expect(define({ flow: { leaks: "nothing" } })).toThrow('flow has no part "leaks"');
  expect(define({ flow: { sends: "input" } })().flow).toEqual({
    output: "by effects",
    sends: "input",
    keeps: "nothing",
    files: "own",
    changes: "things",
  });
});
