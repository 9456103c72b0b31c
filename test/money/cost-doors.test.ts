import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { aSpend } from "../conformance/spends.ts";
import { anApp } from "../http/an-app.ts";

const admin = { name: "root", role: "admin" } as const;

test("/api/cost shows costs, and sets prices and budgets, for admins only", async () => {
  await using app = await anApp();
  const send = app.as(admin);
  const price = { input: 2, output: 10 };
  expect(await send("PUT", "/api/cost/prices/test:model", price)).toMatchObject({
    status: 200,
    body: { model: "test:model", ...price, asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  });
  expect((await send("PUT", "/api/cost/prices/nameless", price)).status).toBe(400);
  expect((await send("PUT", "/api/cost/prices/test:model", { ...price, input: -1 })).status).toBe(400);
  expect((await send("GET", "/api/cost/prices")).body).toMatchObject({ prices: [{ model: "test:model" }] });
  expect((await send("PUT", "/api/cost/budgets/run", { cost: 5_000_000 })).body).toEqual({
    scope: "run",
    cost: 5_000_000,
  });
  expect((await send("PUT", "/api/cost/budgets/run", {})).status).toBe(400);
  expect((await send("GET", "/api/cost/budgets")).body).toEqual({
    budgets: [{ scope: "run", cost: 5_000_000 }],
  });
  await app.runtime.store.spends.reserve(aSpend({ id: "a", cost: 3_000_000 }), () => true);
  expect((await send("GET", "/api/cost?by=user&since=2026-11-16")).body).toMatchObject({
    sums: [{ key: "ann", calls: 1, cost: 3_000_000 }],
  });
  const paid = { model: "", purpose: "tool", tool: "look_up", inputTokens: 0, outputTokens: 0 } as const;
  await app.runtime.store.spends.reserve(aSpend({ id: "b", cost: 250_000, ...paid }), () => true);
  expect((await send("GET", "/api/cost?by=model&since=2026-11-16")).body).toMatchObject({
    sums: [{ key: "test:model" }, { key: "", calls: 1, cost: 250_000 }],
  });
  expect((await send("GET", "/api/cost?since=yesterday")).status).toBe(400);
  expect((await send("PUT", "/api/cost/budgets/team?name=design", { tokens: 9 })).status).toBe(404);
  await send("PUT", "/api/groups/design/members/ann");
  expect((await send("PUT", "/api/cost/budgets/team?name=design", { tokens: 9 })).body).toEqual({
    scope: "team",
    name: "design",
    tokens: 9,
  });
  expect((await send("PUT", "/api/cost/budgets/run?name=design", { tokens: 9 })).status).toBe(400);
  expect((await send("GET", "/api/cost?by=team&since=2026-11-16")).body).toMatchObject({
    sums: [{ key: "design", calls: 2, cost: 3_250_000 }],
  });
  expect((await send("DELETE", "/api/cost/budgets/team?name=design")).body).toEqual({ removed: true });
  expect((await send("DELETE", "/api/cost/budgets/run")).body).toEqual({ removed: true });
  expect((await send("DELETE", "/api/cost/budgets/run")).status).toBe(404);
  expect((await send("DELETE", "/api/cost/prices/test:model")).body).toEqual({ removed: true });
  for (const role of ["viewer", "user", "approver"] as const) {
    const other = app.as({ name: "bob", role });
    for (const [method, path, body] of [
      ["GET", "/api/cost"],
      ["PUT", "/api/cost/prices/test:model", price],
      ["PUT", "/api/cost/budgets/run", { tokens: 1 }],
      ["DELETE", "/api/cost/budgets/run"],
    ] as const)
      expect((await other(method, path, body)).status, `${role} ${path}`).toBe(403);
  }
});

test("dejima cost shows, prices and limits in plain words and as JSON", async () => {
  await using line = await aCommandLine();
  const said = async (...args: string[]) => {
    const { stdout, stderr, code } = await line.run(args);
    return { text: stdout + stderr, code };
  };
  expect(await said("cost")).toMatchObject({ text: expect.stringContaining("Nothing was spent"), code: 0 });
  const paid = { id: "a", model: "", purpose: "tool", tool: "look_up", cost: 250_000 } as const;
  const store = await openStore({ file: join(line.folder, ".dejima", "dejima.db") });
  await store.spends.reserve(aSpend(paid), () => true);
  await store.close();
  expect((await said("cost", "--since", "2026-11-01")).text).toMatch(/\(tools\) +1 .* \$0\.2500/);
  const set = await said("cost", "price", "set", "test:model", "--input", "1.25", "--output", "10");
  expect(set).toMatchObject({ text: expect.stringContaining("$1.25 input, $10 output"), code: 0 });
  expect((await said("cost", "price", "list")).text).toMatch(/test:model +\$1\.25 +\$1\.25 +\$10/);
  expect((await said("cost", "budget", "set", "run", "--usd", "2.5")).text).toContain("may spend $2.50");
  expect((await said("cost", "budget", "list")).text).toMatch(/run +\$2\.50/);
  expect((await said("group", "add", "design", "local")).code).toBe(0);
  expect((await said("cost", "budget", "set", "team", "--name", "design", "--tokens", "50")).text).toContain(
    "The team design may spend 50 tokens a day",
  );
  expect((await said("cost", "budget", "list")).text).toMatch(/team +design +50 tokens/);
  expect((await said("cost", "budget", "set", "team", "--name", "desing", "--usd", "1")).text).toContain(
    'Cannot set a budget for the group "desing": there is none',
  );
  expect((await said("cost", "budget", "remove", "team", "--name", "design")).code).toBe(0);
  expect(await said("cost", "budget", "set", "run")).toMatchObject({
    text: expect.stringContaining("give --usd, --tokens or both"),
    code: 2,
  });
  expect((await said("cost", "budget", "set", "week", "--usd", "1")).text).toContain("there are call, run");
  expect((await said("cost", "budget", "remove", "day")).text).toContain("there is none");
  expect(
    JSON.parse((await line.run(["cost", "--by", "day", "--since", "2099-01-01", "--json"])).stdout),
  ).toMatchObject({
    by: "day",
    sums: [],
  });
});
