import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LanguageModel } from "../../src/model/language/language-model.ts";
import { meteredModel } from "../../src/money/meter.ts";
import { createMoneySettings } from "../../src/money/money-settings.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";

const MODEL = "test:model";
const REQUEST = { system: "s", messages: [], tools: [], toolChoice: "none", maxTokens: 400 } as const;
/** What a call reserves at most: the bytes of the request and its longest answer. */
const MOST = 500;

/** A call of a random run: how much it uses, and whether its process dies before it settles. */
interface RandomCall {
  readonly run: number;
  readonly tokens: number;
  readonly dies: boolean;
}

const randomRun = fc.record({
  scope: fc.constantFrom("conversation" as const, "team" as const),
  limit: fc.integer({ min: 1, max: 4_000 }),
  calls: fc.array(
    fc.record({
      run: fc.integer({ min: 0, max: 2 }),
      tokens: fc.integer({ min: 1, max: MOST }),
      dies: fc.boolean(),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  atOnce: fc.integer({ min: 1, max: 4 }),
});

interface RandomRun {
  readonly scope: "conversation" | "team";
  readonly limit: number;
  readonly calls: readonly RandomCall[];
  readonly atOnce: number;
}

/** Makes the calls, several at once, and says what was really used and the most that a single call used. */
async function play(
  stores: readonly [Store, ...Store[]],
  { scope, limit, calls, atOnce }: RandomRun,
  name: string,
) {
  let clock = Date.parse("2026-11-16T10:00:00Z");
  let used = 0;
  const settings = createMoneySettings(stores[0].documents);
  for (const { scope: held } of await settings.budgets()) await settings.removeBudget(held);
  await settings.setBudget(scope, { tokens: limit });
  // Each run is another member's, in a conversation of its own where the team has the budget.
  const team = { team: name, members: [0, 1, 2].map((run) => `${name}-${run}`) };
  const left = [...calls];
  const work = async (_nothing: unknown, worker: number) => {
    const store = stores[worker % stores.length] ?? stores[0];
    for (let call = left.shift(); call !== undefined; call = left.shift()) {
      const { run, tokens, dies } = call;
      const model: LanguageModel = {
        id: MODEL,
        async *stream() {
          used += tokens;
          await new Promise(setImmediate);
          yield { type: "usage", usage: { inputTokens: tokens, outputTokens: 0, cachedTokens: 0 } };
          yield { type: "end", reason: "stop" };
        },
      };
      // A process that dies never settles: what it reserved stays.
      const settle = async () => {
        clock += 20 * 60_000;
      };
      const held = dies ? { ...store, spends: { ...store.spends, settle } } : store;
      const metered = meteredModel(
        model,
        {
          runId: `${name}-${run}`,
          conversation: scope === "team" ? `${name}-${run}` : name,
          user: `${name}-${run}`,
        },
        {
          teamsOf: async () => [team],
          store: async () => held,
          now: () => clock,
          waitMs: 0,
          onReached: async () => {
            throw new Error("used up");
          },
        },
      );
      const stream = metered.stream(REQUEST, { signal: new AbortController().signal });
      await Array.fromAsync(stream).catch((error: Error) => {
        if (error.message !== "used up") throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { used, most: Math.max(...calls.map(({ tokens }) => tokens)) };
}

/** Half of the calls are made over each of two connections, as two processes would. */
function budgetProperty(open: () => Promise<readonly [Store, ...Store[]]>, runs: number) {
  return async () => {
    const stores = await open();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(randomRun, async (random) => {
        const { used, most } = await play(stores, random, `c${number++}`);
        expect(used).toBeLessThanOrEqual(random.limit - 1 + most);
        // A budget that is not used up stops nobody.
        const all = random.calls.reduce((sum, { tokens }) => sum + tokens, 0);
        if (all + MOST * random.calls.length < random.limit) expect(used).toBe(all);
      }),
      { numRuns: runs, seed: 24 },
    );
    for (const store of stores) await store.close();
  };
}

test(
  "100 random runs with parallel calls and crashes go at most one call above their budget, in memory",
  budgetProperty(async () => [createMemoryStore()], 100),
  240_000,
);

describe("SQLite", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dejima-money-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  test(
    "1,000 random runs with parallel calls and crashes go at most one call above their budget",
    budgetProperty(async () => {
      const file = join(folder, "dejima.db");
      return [await openStore({ file }), await openStore({ file })];
    }, 1_000),
    240_000,
  );
});

describe.runIf(hasPostgres)("PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  beforeAll(async () => {
    server = await aPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  test(
    "200 random runs with parallel calls and crashes go at most one call above their budget",
    budgetProperty(async () => {
      const address = await server.newDatabase();
      return [await openPostgresStore({ address }), await openPostgresStore({ address })];
    }, 200),
    240_000,
  );
});
