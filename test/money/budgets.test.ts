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

/** Makes the calls, several at once, and says what was really used and the most that a single call used. */
async function play(
  store: Store,
  { limit, calls, atOnce }: { limit: number; calls: readonly RandomCall[]; atOnce: number },
  name: string,
) {
  let clock = Date.parse("2026-11-16T10:00:00Z");
  let used = 0;
  const settings = createMoneySettings(store.documents);
  await settings.setBudget("conversation", { tokens: limit });
  const left = [...calls];
  const work = async () => {
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
        { runId: `${name}-${run}`, conversation: name, user: "ann" },
        {
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

function budgetProperty(open: () => Promise<Store>, runs: number) {
  return async () => {
    const store = await open();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(randomRun, async (random) => {
        const { used, most } = await play(store, random, `c${number++}`);
        expect(used).toBeLessThanOrEqual(random.limit - 1 + most);
        // A budget that is not used up stops nobody.
        const all = random.calls.reduce((sum, { tokens }) => sum + tokens, 0);
        if (all + MOST * random.calls.length < random.limit) expect(used).toBe(all);
      }),
      { numRuns: runs, seed: 24 },
    );
    await store.close();
  };
}

test(
  "100 random runs with parallel calls and crashes go at most one call above their budget, in memory",
  budgetProperty(async () => createMemoryStore(), 100),
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
    budgetProperty(() => openStore({ file: join(folder, "dejima.db") }), 1_000),
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
    async () => budgetProperty(async () => openPostgresStore({ address: await server.newDatabase() }), 200)(),
    240_000,
  );
});
