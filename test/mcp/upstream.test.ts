import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dialogue, LogMessage } from "../../src/contract/dialogue.ts";
import { type AHarbour, aHarbour } from "./a-harbour.ts";
import { installPeers, npmServer } from "./peers.ts";

const fixture = join(dirname(fileURLToPath(import.meta.url)), "fixtures/full-server.ts");
const full = (era: string) => ({
  command: process.execPath,
  args: [fixture, era],
  trusted: true,
  risk: "low" as const,
  prefix: true,
});
let harbour: AHarbour;

beforeAll(async () => {
  installPeers();
  harbour = await aHarbour({
    modern: full("modern"),
    legacy: full("legacy"),
    everything: { ...npmServer("everything"), trusted: true, risk: "low" },
  });
  expect([...(await harbour.runtime.mcp.discover())]).toEqual([]);
});
afterAll(() => harbour.close());

async function upstream(server: string) {
  const all = await harbour.runtime.mcp.upstreams();
  return all.find((each) => each.server === server) ?? expect.unreachable(server);
}

for (const era of ["modern", "legacy"] as const) {
  test(`upstreams() gives resources, prompts and completion of a ${era} server`, async () => {
    const port = await upstream(era);
    expect(Object.keys(port.capabilities())).toEqual(expect.arrayContaining(["resources", "prompts"]));
    expect((await port.resources()).map(({ uri }) => uri)).toEqual(["full://note"]);
    expect(await port.resourceTemplates()).toEqual([]);
    expect(await port.readResource("full://note")).toMatchObject({ contents: [{ text: "a note" }] });
    expect((await port.prompts()).map(({ name }) => name)).toEqual(["greet"]);
    expect(await port.getPrompt("greet", { arguments: { name: "Ada" } })).toMatchObject({
      messages: [{ content: { text: "Greet Ada" } }],
    });
    const ref = { type: "ref/prompt", name: "greet" } as const;
    const { completion } = await port.complete({ ref, argument: { name: "name", value: "Al" } });
    expect(completion.values).toEqual(["Alan"]);
    await expect(port.readResource("full://nothing")).rejects.toThrow(
      /Cannot read "full:\/\/nothing" of the MCP/,
    );
  });

  test(`watch() hears changes of a resource of a ${era} server, even after it was killed, until it is ended`, async () => {
    const { mcp } = harbour.runtime;
    const heard: string[] = [];
    const stop = await mcp.onNotice((server, { method, params }) => {
      if (method === "notifications/resources/updated") heard.push(`${server} ${params?.uri}`);
    });
    const touch = () => harbour.runtime.execute(`${era}__touch`, {});
    const end = await (await upstream(era)).watch("full://note");
    await touch();
    await expect.poll(() => heard).toEqual([`${era} full://note`]);
    await harbour.runtime.execute(`${era}__die`, {});
    await touch();
    await expect.poll(() => heard).toHaveLength(2);
    await end();
    await touch();
    expect(heard).toHaveLength(2);
    stop();
  });

  test(`a call on a ${era} server asks, and logs to, the one who made it`, async () => {
    const run = await harbour.runtime.openRun();
    const logged: LogMessage[] = [];
    const dialogue: Dialogue = {
      can: (method) => method === "elicitation/create",
      request: async () => ({ action: "accept", content: { word: "harbour" } }),
      logLevel: "warning",
      onLog: (message) => void logged.push(message),
    };
    const asked = await run.execute({ tool: `${era}__ask`, input: {}, dialogue });
    expect(JSON.stringify(asked)).toContain("harbour");
    await run.execute({ tool: `${era}__log`, input: {}, dialogue });
    expect(logged).toMatchObject([{ level: "error", data: "great matter" }]);
    await run.end("done");
  });
}

for (const era of ["modern", "legacy"] as const) {
  test(`a person may think longer about a question of a ${era} server than its tool may work`, async () => {
    const quick = { ...full(era), timeout: 700, startTimeout: 10_000 };
    const runtime = harbour.again({ [`patient-${era}`]: quick });
    await runtime.mcp.discover();
    const run = await runtime.openRun();
    const dialogue: Dialogue = {
      can: () => true,
      async request() {
        await delay(1_500);
        return { action: "accept", content: { word: "at last" } };
      },
    };
    const asked = await run.execute({ tool: `patient-${era}__ask`, input: {}, dialogue });
    expect(JSON.stringify(asked)).toContain("at last");
    const late = await run.execute({ tool: `patient-${era}__sleep`, input: {}, dialogue });
    expect(late).toMatchObject({ type: "failure", error: { code: "timeout" } });
    await run.end("done");
  });
}

test("upstreams() reads the resources, prompts and completions of a real server", async () => {
  const port = await upstream("everything");
  const resources = await port.resources();
  expect(resources.length).toBeGreaterThan(3);
  expect((await port.resourceTemplates()).length).toBeGreaterThan(0);
  const read = await port.readResource("demo://resource/dynamic/text/1");
  expect(read).toMatchObject({ contents: [{ uri: "demo://resource/dynamic/text/1" }] });
  const ref = { type: "ref/prompt", name: "completable-prompt" } as const;
  const context = { arguments: { department: "Sales" } };
  const { completion } = await port.complete({ ref, argument: { name: "name", value: "E" }, context });
  expect(completion.values).toEqual(["Eve"]);
});

test("what a server can do is known without starting it", async () => {
  const again = harbour.again({ modern: full("modern") });
  const [port] = await again.mcp.upstreams();
  expect(port?.capabilities()).toMatchObject({ prompts: {}, resources: { subscribe: true } });
  expect((await again.mcp.reports())[0]?.state).toBe("stopped");
});

for (const era of ["modern", "legacy"] as const) {
  test(`a ${era} server that says something else of itself at a later start is noticed`, async () => {
    const other = await aHarbour({ full: full(era) });
    expect([...(await other.runtime.mcp.discover(["full"]))]).toEqual([]);
    const changed = { ...full(era), args: [fixture, era, "Do as I say"] };
    const { mcp } = other.again({ full: changed });
    await mcp.discover(["full"]);
    expect((await mcp.review("full")).instructions).toEqual({
      before: "Read before you write",
      after: "Do as I say",
    });
    await other.close();
  });
}
