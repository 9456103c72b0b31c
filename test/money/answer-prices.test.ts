import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { readPrice, settledCost, toolSpend } from "../../src/contract/figures/tool-spend.ts";
import { aServer } from "../network/a-server.ts";
import { aRuntime, errorOf } from "../support/a-runtime.ts";

const DOCUMENT = (server: string) => `openapi: 3.0.3
info: { title: Maps, version: "1" }
servers: [{ url: "${server}" }]
paths:
  /places:
    get:
      operationId: findPlace
      summary: Find a place by its name
      parameters: [{ name: says, in: query, schema: { type: string } }]
`;

/** An API whose answer names the price that the request asks for, in one header or several. */
async function aPaidApi() {
  return aServer((request, response) => {
    const said = new URL(request.url ?? "", "http://x").searchParams.get("says");
    if (said !== null) response.setHeader("X-Cost", said.split("|"));
    response.end("here");
  });
}

/** The price of the API's calls, and rules under which they may be made. */
async function aWorld(
  server: string,
  price: string,
  safe = ["money.spend(<=0.50 USD)", "maps_find_place(*)"],
) {
  return aRuntime({
    yaml: `network: { allowPrivate: ["127.0.0.1"] }
permissions: { safe: ${JSON.stringify(safe)} }
openapi: { maps: { document: maps.yaml } }
tools: { prices: { "api:maps": ${price} } }
`,
    files: { "maps.yaml": DOCUMENT(server) },
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
}

test("the price of a call is read from the header that the config names, and an answer without one counts as the most", async () => {
  await using server = await aPaidApi();
  await using world = await aWorld(server.url, "{ amount: 0.50, header: X-Cost }");
  const { money } = world.runtime;
  const costs: unknown[] = [];
  for (const says of ["0.12", "2.5e-05", "USD 0.2", "0.2 USD", undefined])
    costs.push(await costOf(says === undefined ? {} : { says }));
  expect(costs).toEqual([
    [120_000, "known"],
    [25, "known"],
    [200_000, "known"],
    [200_000, "known"],
    [500_000, "unknown"],
  ]);
  expect(await money.toolSums("")).toMatchObject([
    { key: "maps_find_place", calls: 5, unpriced: 1, cost: 1_020_025 },
  ]);

  async function costOf(input: object) {
    const ends: unknown[] = [];
    await world.runtime.execute("maps_find_place", input, {
      onEvent: (event) => event.type === "call-end" && ends.push(event.spent?.cost, event.spent?.price),
    });
    return ends;
  }
});

test("requests of Dejima's own tools read the header, too", async () => {
  await using server = await aPaidApi();
  const price = { amount: 0.5, header: "x-cost" };
  await using world = await aRuntime({
    config: {
      network: { allowPrivate: ["127.0.0.1"] },
      permissions: { safe: ["money.spend(<=0.50 USD)"], confirm: ["sending"] },
      tools: { prices: { http_get: price, http_post: price, fetch: price } },
    },
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
  const url = `${server.url}/?says=0.1`;
  const inputs = {
    http_get: { url },
    http_post: { url, body: "x" },
    fetch: { url },
  };
  for (const [tool, input] of Object.entries(inputs))
    expect((await world.runtime.execute(tool, input)).type, tool).toBe("success");
  const sums = (await world.runtime.money.toolSums("")).map(({ cost, unpriced }) => [cost, unpriced]);
  expect(sums).toEqual(Array.from({ length: 3 }, () => [100_000, 0]));
});

test("a lying header neither hides a call nor uses up a budget: the most that was declared counts, as unknown", async () => {
  await using server = await aPaidApi();
  await using world = await aWorld(server.url, "{ amount: 0.50, header: x-cost }");
  const lies = [
    "-0.1",
    "NaN",
    "Infinity",
    "1e400",
    "999999",
    "0.60",
    "0.1 EUR",
    "EUR 0.1",
    "0.1|0.1",
    "free",
  ];
  lies.push("0,1", "", "0x1", "1e9", "$0.10", "0.1 USD 0");
  for (const says of lies) await world.runtime.execute("maps_find_place", { says });
  const [sum] = await world.runtime.money.toolSums("");
  expect(sum).toMatchObject({ calls: lies.length, unpriced: lies.length, cost: lies.length * 500_000 });
});

test("another currency counts by the declared rate, and is unknown without one", async () => {
  await using server = await aPaidApi();
  await using world = await aWorld(server.url, "{ amount: 0.40, header: x-cost, currency: EUR, rate: 1.1 }");
  await world.runtime.execute("maps_find_place", { says: "0.10" });
  await world.runtime.execute("maps_find_place", { says: "0.10 USD" });
  expect(await world.runtime.money.toolSums("")).toMatchObject([
    { calls: 2, unpriced: 1, cost: 110_000 + 440_000 },
  ]);
  await using other = await aWorld(server.url, "{ amount: 0.40, header: x-cost, currency: EUR }");
  await other.runtime.money.setBudget("run", { cost: 1 });
  await other.runtime.execute("maps_find_place", { says: "0.10" });
  expect(await other.runtime.money.toolSums("")).toMatchObject([{ calls: 1, unpriced: 1, cost: 0 }]);
});

test("a declared price is an effect like any other: off until a rule allows it, and it allows nothing else", async () => {
  await using server = await aPaidApi();
  await using world = await aWorld(server.url, "{ amount: 0.60 }", ["money.spend(<=0.50 USD)"]);
  const { explain, registry } = world.runtime;
  const explained = await explain("maps_find_place", {});
  expect(explained.verdict).toBe("deny");
  expect(JSON.stringify(explained)).toContain("0.60 USD maps_find_place");
  await using cheap = await aRuntime({
    config: {
      permissions: { safe: ["money.spend(<=0.50 USD)"] },
      tools: { prices: { risky: { amount: 0.01 }, harmless: { amount: 0.01 } } },
    },
  });
  const { aTool } = await import("../support/a-runtime.ts");
  cheap.runtime.registry.register(aTool({ name: "risky", risk: "high" }));
  cheap.runtime.registry.register(aTool({ name: "harmless" }));
  // A rule about small amounts says nothing about what a tool without declared effects does.
  expect((await cheap.runtime.explain("risky", {})).verdict).toBe("deny");
  expect((await cheap.runtime.explain("harmless", {})).verdict).toBe("allow");
  expect(registry.get("maps_find_place")?.price).toEqual({ amount: 0.6, currency: "USD" });
});

test("a price of a tool by its name comes before that of its API, and a budget holds for it", async () => {
  await using server = await aPaidApi();
  await using world = await aWorld(server.url, "{ amount: 0.40 }, maps_find_place: { amount: 0.30 }");
  await world.runtime.money.setBudget("day", { cost: 300_000 });
  const run = await world.runtime.openRun({ title: "a" });
  const ask = async () => ({ answer: "deny" as const, by: "ann" });
  const ends = [1, 2].map(() => run.execute({ tool: "maps_find_place", ask }));
  expect((await Promise.all(ends)).map(({ type }) => type).toSorted()).toEqual(["failure", "success"]);
  expect(await world.runtime.money.toolSums("")).toMatchObject([{ cost: 300_000 }]);
  expect(server.requests).toHaveLength(1);
});

test("a call that got no answer at all costs nothing, and one whose answer broke off counts as the most", async () => {
  await using server = await aServer((_request, response) => {
    response.setHeader("x-cost", "0.1");
    response.destroy();
  });
  const { url: closed, ...gone } = await aPaidApi();
  await gone[Symbol.asyncDispose]();
  for (const [address, code] of [
    [closed, "server_unavailable"],
    ["http://127.0.0.1:1", "host_blocked"],
  ] as const) {
    await using world = await aWorld(address, "{ amount: 0.50, header: x-cost }");
    expect(errorOf(await world.runtime.execute("maps_find_place", {})).code).toBe(code);
    expect(await world.runtime.money.toolSums("")).toMatchObject([{ cost: 0, unpriced: 0 }]);
  }
  await using cut = await aWorld(server.url, "{ amount: 0.50, header: x-cost }");
  await cut.runtime.execute("maps_find_place", {});
  const [sum] = await cut.runtime.money.toolSums("");
  expect([sum?.cost, sum?.unpriced]).toEqual([500_000, 1]);
});

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly says?: string } };
}

/** An MCP server whose answer to a call names the price that the call asks for; all other answers name a lie. */
async function aPaidServer() {
  return aServer(async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    const said = Buffer.concat(await Array.fromAsync(request)).toString();
    const { id, method, params } = JSON.parse(said) as Asked; // only our own client asks
    if (id === undefined) return response.writeHead(202, { "x-cost": "0.49" }).end();
    const price = method === "tools/call" ? (params?.arguments?.says ?? "") : "0.49";
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "paid", version: "1.0.0" },
      },
      "tools/list": {
        tools: [
          {
            name: "work",
            description: "Works on something",
            inputSchema: { type: "object", properties: { says: { type: "string" } } },
          },
        ],
      },
      "tools/call": { content: [{ type: "text", text: "worked" }] },
    };
    const result = results[method];
    const error = { code: -32601, message: "Method not found" };
    response.writeHead(200, { "content-type": "application/json", "x-cost": price });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
  });
}

test("the price of a remote MCP server's call is read from the response to that call, even if calls overlap", async () => {
  await using server = await aPaidServer();
  await using world = await aRuntime({
    config: {
      mcpServers: { paid: { url: `${server.url}/mcp`, prefix: true, risk: "low" } },
      permissions: { safe: ["money.spend(<=0.50 USD)", "paid__work(*)"] },
      tools: { prices: { "mcp:paid": { amount: 0.5, header: "x-cost" } } },
    },
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
  const { mcp, money } = world.runtime;
  expect([...(await mcp.discover())]).toEqual([]);
  const run = await world.runtime.openRun({ title: "a" });
  const says = ["0.01", "0.02", "0.03", "-1"];
  await run.executeMany(says.map((price) => ({ tool: "paid__work", input: { says: price } })));
  const spent = world.events.flatMap((event) => (event.type === "call-end" ? [event.spent?.cost] : []));
  expect(spent.toSorted()).toEqual([10_000, 20_000, 30_000, 500_000]);
  expect(await money.toolSums("")).toMatchObject([{ calls: 4, unpriced: 1, cost: 560_000 }]);
});

test("readPrice() takes one plain amount and nothing else", () => {
  const usd = { amount: 1_000_000, header: "x", currency: "USD" };
  const read = (text: string, price = usd) => readPrice(text, price);
  expect([" 0.07 ", "0", "1e-3", "1000000"].map((text) => read(text))).toEqual([70_000, 0, 1_000, 1e12]);
  for (const text of ["", " ", "+1", "1.", ".5", "1 2", "1USD", "1000000.1", "1e5", "١", "USD", "usd 1"])
    expect(read(text), text).toBeUndefined();
});

test("a response cannot name more than the declared price, even if the tool does not know its cost", () => {
  const price = { amount: 0.5, header: "x", currency: "USD" };
  const spend = toolSpend({ name: "buy", price }, [{ kind: "money.spend", target: "unknown to a shop" }]);
  const settled = (text: string) =>
    settledCost(spend ?? { cost: 0, fromAnswer: false }, {
      reports: [readPrice(text, price)],
      unreached: false,
    });
  expect(spend).toMatchObject({ cost: undefined, fromAnswer: true });
  expect(settled("0.5")).toEqual({ cost: 500_000, price: "known" });
  expect(settled("999999")).toEqual({ cost: 0, price: "unknown" });
});
