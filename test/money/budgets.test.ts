import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DejimaError } from "../../src/contract/error.ts";
import type { Turn } from "../../src/contract/user/conversation.ts";
import type { LanguageModel } from "../../src/model/language/language-model.ts";
import { meteredModel } from "../../src/money/meter.ts";
import { createMoneySettings } from "../../src/money/money-settings.ts";
import { measureRequests } from "../../src/money/price-call.ts";
import { createToolSpending } from "../../src/money/tool-spending.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";

const MODEL = "test:model";
/** What a call reserves at most, and so may use: the bytes of the request and its longest answer. */
const MOST = 500;
const EMPTY = { system: "s", messages: [], tools: [], toolChoice: "none" } as const;
const REQUEST = { ...EMPTY, maxTokens: MOST - measureRequests()(EMPTY) };

/** A call of a random run, of a model or of a tool that costs: how much it uses, and whether its process dies before it settles. */
interface RandomCall {
  readonly of: "model" | "tool";
  readonly run: number;
  readonly tokens: number;
  readonly dies: boolean;
}

const randomRun = (maxLength: number) =>
  fc.record({
    scope: fc.constantFrom("conversation" as const, "team" as const),
    unit: fc.constantFrom("cost" as const, "tokens" as const),
    restarts: fc.boolean(),
    limit: fc.integer({ min: 1, max: 4_000 }),
    calls: fc.array(
      fc.record({
        of: fc.constantFrom("model" as const, "tool" as const),
        run: fc.integer({ min: 0, max: 2 }),
        tokens: fc.integer({ min: 1, max: MOST }),
        dies: fc.boolean(),
      }),
      { minLength: 1, maxLength },
    ),
    atOnce: fc.integer({ min: 1, max: 4 }),
  });

interface RandomRun {
  readonly scope: "conversation" | "team";
  readonly unit: "cost" | "tokens";
  /** Whether all processes end halfway, and others go on. */
  readonly restarts: boolean;
  readonly limit: number;
  readonly calls: readonly RandomCall[];
  readonly atOnce: number;
}

/** Connections to one ledger, each as another process has it. */
type Stores = readonly [Store, ...Store[]];

/** Makes the calls, several at once, and says what was really used and the most that a single call used. */
async function play(
  open: () => Promise<Stores>,
  { scope, unit, restarts, limit, calls, atOnce }: RandomRun,
  name: string,
) {
  let stores = await open();
  let clock = Date.parse("2026-11-16T10:00:00Z");
  let used = 0;
  const settings = createMoneySettings(stores[0].documents);
  for (const { scope: held } of await settings.budgets()) await settings.removeBudget(held);
  // A token costs a millionth of a dollar, so that both units count the same.
  await settings.setPrice(MODEL, { input: 1, output: 1, asOf: "2026-11-16" });
  await settings.setBudget(scope, { [unit]: limit });
  // Each run is another member's, in a conversation of its own where the team has the budget.
  const team = { team: name, members: [0, 1, 2].map((run) => `${name}-${run}`) };
  const half = restarts ? Math.ceil(calls.length / 2) : calls.length;
  const { signal } = new AbortController();
  const usedUp = (error: Error) => {
    if (error.message !== "used up" && (error as Partial<DejimaError>).code !== "limit_exceeded") throw error;
  };
  const make = async ({ of, run, tokens, dies }: RandomCall, store: Store) => {
    const conversation = scope === "team" ? `${name}-${run}` : name;
    const payer = { runId: `${name}-${run}`, conversation, user: `${name}-${run}` };
    // A process that dies never settles: what it reserved stays.
    const settle = async () => {
      clock += 20 * 60_000;
    };
    const held = {
      ...store,
      conversations: { ...store.conversations, turn: async () => aTurn(payer) },
      spends: dies ? { ...store.spends, settle } : store.spends,
    };
    const options = { teamsOf: async () => [team], store: async () => held, now: () => clock, waitMs: 0 };
    const onReached = async () => {
      throw new Error("used up");
    };
    if (of === "model") {
      const model: LanguageModel = {
        id: MODEL,
        async *stream() {
          used += tokens;
          await new Promise(setImmediate);
          yield { type: "usage", usage: { inputTokens: tokens, outputTokens: 0, cachedTokens: 0 } };
          yield { type: "end", reason: "stop" };
        },
      };
      const stream = meteredModel(model, payer, { ...options, onReached }).stream(REQUEST, { signal });
      return void (await Array.fromAsync(stream).catch(usedUp));
    }
    const spend = { tool: "look_up", cost: MOST, fromAnswer: true, composes: false };
    const reservation = await createToolSpending(options)
      .reserve(spend, payer, { signal, onReached })
      .catch(usedUp);
    if (reservation === undefined) return undefined;
    used += unit === "cost" ? tokens : 0;
    await new Promise(setImmediate);
    return void (await reservation.settle({ cost: tokens, price: "known" }));
  };
  for (const left of [calls.slice(0, half), calls.slice(half)]) {
    const work = async (_nothing: unknown, worker: number) => {
      const store = stores[worker % stores.length] ?? stores[0];
      for (let call = left.shift(); call !== undefined; call = left.shift()) await make(call, store);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (restarts) stores = await open();
  }
  // Tools use no tokens.
  const counted = calls.filter(({ of }) => unit === "cost" || of === "model").map(({ tokens }) => tokens);
  return { used, all: counted.reduce((sum, tokens) => sum + tokens, 0), most: Math.max(0, ...counted) };
}

function aTurn({ runId, conversation }: { readonly runId: string; readonly conversation: string }): Turn {
  const text = { message: "", answer: "", status: "open" as const };
  return { runId, conversationId: conversation, ...text, startedAt: 0, context: {} };
}

/** Half of the calls are made over each of two connections, as two processes would. `open` closes those that it opened before. */
function budgetProperty(open: () => Promise<Stores>, runs: number, maxLength = 10) {
  return async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(randomRun(maxLength), async (random) => {
        const { used, all, most } = await play(open, random, `c${number++}`);
        expect(used).toBeLessThanOrEqual(random.limit - 1 + most);
        // A budget that is not used up stops nobody.
        if (all + MOST * random.calls.length < random.limit) expect(used).toBe(all);
      }),
      { numRuns: runs, seed: 24 },
    );
  };
}

const MEMORY = createMemoryStore();
const opened: Store[] = [];
afterAll(async () => {
  for (const store of opened.splice(0)) await store.close();
});

/** Opens two connections at the first call and after each restart. */
function reopening(open: () => Promise<Store>): () => Promise<Stores> {
  let uses = 0;
  return async () => {
    // A store that is opened anew for every run would take most of the time: each tenth look is a restart.
    if (uses++ % 10 === 0) {
      for (const store of opened.splice(0)) await store.close();
      opened.push(await open(), await open());
    }
    const [first, second] = opened;
    if (first === undefined || second === undefined) throw new Error("no store is open");
    return [first, second];
  };
}

test(
  "100 random runs of models and tools with parallel calls and crashes go at most one call above their budget, in memory",
  budgetProperty(async () => [MEMORY], 100),
  240_000,
);

describe("SQLite", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dejima-money-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  test(
    "1,000 random runs of models and tools with parallel calls, crashes and restarts go at most one call above their budget",
    budgetProperty(
      reopening(() => openStore({ file: join(folder, "dejima.db") })),
      1_000,
    ),
    240_000,
  );
});

describe.runIf(hasPostgres)("PostgreSQL", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  beforeAll(async () => {
    server = await aPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  test("1,000 random runs of models and tools with parallel calls, crashes and restarts go at most one call above their budget", async () => {
    const address = await server.newDatabase();
    await budgetProperty(
      reopening(() => openPostgresStore({ address })),
      1_000,
      5,
    )();
  }, 900_000);
});
