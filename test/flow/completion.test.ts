import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { serveMcp } from "../mcp/serve-mcp.ts";
import { aRuntime } from "../support/a-runtime.ts";

const args = [join(import.meta.dirname, "../mcp/fixtures/full-server.ts"), "legacy"];
const full = { command: process.execPath, args, trusted: true, risk: "low" } as const;
const ref = { type: "ref/prompt", name: "greet" } as const;

for (const sends of ["nothing", "input"] as const)
  test(`completions and watched resources of a server that sends ${sends}, once the client's run is marked`, async () => {
    await using world = await aRuntime({
      config: { mcpServers: { full: { ...full, sends } } },
      variables: process.env,
    });
    const { runtime } = world;
    await runtime.mcp.discover();
    const door = await serveMcp({
      runtime,
      mode: "full",
      host: "127.0.0.1",
      port: 0,
      names: [],
      onFault: () => {},
    });
    const client = new Client({ name: "c", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    const completed = async () =>
      (await client.complete({ ref, argument: { name: "name", value: "Al" } })).completion.values;
    expect(await completed()).toEqual(["Alan"]);
    const watch = () => client.subscribeResource({ uri: "full://note" }).then(() => "watched", String);
    expect(await watch()).toBe("watched");
    await client.unsubscribeResource({ uri: "full://note" });
    await client.getPrompt({ name: "greet", arguments: { name: "Ada" } });
    expect(await completed()).toEqual(sends === "nothing" ? ["Alan"] : []);
    expect(await watch()).toMatch(sends === "nothing" ? /^watched$/ : /watching would tell full its name/);
    await client.close();
    await door.close();
  });
