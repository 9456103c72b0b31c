import { expect, test } from "vitest";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";
import { aRemoteServer } from "./a-remote-server.ts";

for (const readOnlyHint of [true, false])
  test(`a marked run asks a server of the user's for what the user said if it only reads: hint ${readOnlyHint}`, async () => {
    await using server = await aRemoteServer({ readOnlyHint });
    const config = { mcpServers: { remote: { url: server.url, risk: "low" as const } } };
    await using world = await aRuntime({ config, variables: process.env });
    await world.runtime.mcp.discover();
    const run = await world.runtime.openRun({ untrusted: ["a page"], message: "What does harbour mean?" });
    // A message that came with untrusted content is still what the caller says that the user said.
    const own = await run.execute({ tool: "lookup", input: { word: "harbour" } });
    expect(own.type).toBe(readOnlyHint ? "success" : "failure");
    const foreign = await run.execute({ tool: "lookup", input: { word: "the-blue-card-4711" } });
    expect(errorOf(foreign).code).toBe("approval_required");
    expect(server.told).toEqual(readOnlyHint ? ["harbour"] : []);
  });

const looks = aTool({
  name: "mail__list",
  source: "mcp",
  origin: "mail",
  flow: { changes: "nothing" },
  effects: () => [{ kind: "host.send", target: "mcp://mail/", server: "added" }],
  run: () => ({ from: "bob@a.test" }),
});

test("a service may be asked again for what it said itself, and not for what another one said", async () => {
  const files = { "diary.txt": "the blue card" };
  await using world = await aRuntime({
    tools: [looks],
    files,
    config: { permissions: { safe: ["mail__*"] } },
  });
  const run = await world.runtime.openRun({ message: "Show my mail" });
  outputOf(await run.execute({ tool: "mail__list", input: {} }));
  outputOf(await run.execute({ tool: "mail__list", input: { sender: "anything" } }));
  outputOf(await run.execute({ tool: "read_file", input: { path: "diary.txt" } }));
  expect(errorOf(await run.execute({ tool: "mail__list", input: { sender: "the blue card" } })).code).toBe(
    "approval_required",
  );
});
