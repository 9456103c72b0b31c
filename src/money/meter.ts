import { setTimeout as delay } from "node:timers/promises";
import type { BudgetScope, Payer, Spend, SpendScope, SpendTeam } from "../contract/spend.ts";
import {
  type LanguageModel,
  type ModelRequest,
  NO_USAGE,
  type Usage,
} from "../model/language/language-model.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { accountOf, admit, type Limit, nearlyReached, type Reached } from "./admit.ts";
import { createMoneySettings, type MoneySettings } from "./money-settings.ts";
import {
  costs,
  draftOf,
  estimatedUsage,
  lengthOf,
  measureRequests,
  mostUsage,
  priceOr,
  withCost,
} from "./price-call.ts";

/** Who hears of budgets while a model is used. */
export interface MeterListener {
  /** A budget is used up. Resolves when it was raised; rejects when the call may not be made. */
  onReached(reached: Reached): Promise<void>;
  /** Hears what a call would spend, before it. Rejects when the call may not be made. */
  onSpend?(intended: IntendedSpend): Promise<void>;
  /** Four fifths of a budget are used up. */
  onNearly?(reached: Reached): void;
  /** A budget in money does not count this model. */
  onUnpriced?(model: string): void;
}

/** What a call of a model would spend. */
interface IntendedSpend {
  readonly model: string;
  /** The most that it may cost, in millionths of a US dollar; `undefined` if the price is unknown. */
  readonly cost: number | undefined;
  /** Tells the request from others of the run, the same after a restart. */
  readonly request: string;
}

interface MeterOptions {
  store(): Promise<Pick<Store, "spends" | "documents">>;
  now(): number;
  /** The teams that a user belongs to. Default: none. */
  teamsOf?(user: string): Promise<readonly SpendTeam[]>;
  /** How long others are waited for before they are looked at again. */
  readonly waitMs?: number;
}

const WAIT_MS = 50;
const YES_OR_NO = [() => true, () => false] as const;

/** A model that reserves what a call may cost before it, and settles what it did cost after it. */
export function meteredModel(
  model: LanguageModel,
  payer: Payer,
  { store, now, teamsOf = async () => [], waitMs = WAIT_MS, ...listener }: MeterOptions & MeterListener,
): LanguageModel {
  const { id, introduction, thinks, takes, reflects, missing } = model;
  const transcribe = model.transcribe?.bind(model);
  let unpriced = false;
  const bytesOf = measureRequests();
  return {
    id,
    ...defined({ introduction, thinks, takes, reflects, missing, transcribe }),
    async *stream(request, options) {
      const { spends, documents } = await store();
      const settings = createMoneySettings(documents);
      const priceOf = async (name: string) => priceOr(await settings.price(name), name);
      const price = await priceOf(id);
      const bytes = bytesOf(request);
      const reserved = price === undefined ? undefined : costs(mostUsage(request, bytes), price).cost;
      await listener.onSpend?.({
        ...{ model: id, cost: reserved },
        request: `${request.purpose ?? "answer"}-${request.messages.length}-${bytes}`,
      });
      const { spend, before, limits } = await reserve();
      let usage: Usage | undefined;
      let answeredBy = id;
      let paid = price;
      let called: string[] = [];
      let length = 0;
      try {
        for await (const part of model.stream(request, options)) {
          length += lengthOf(part);
          if (part.type === "usage") {
            usage = saysNothing(part.usage) ? estimatedUsage(spend, length) : part.usage;
            yield { type: "usage", usage: { ...withCost(usage, paid), ...defined({ reserved }) } };
            continue;
          }
          if (part.type === "tool-call") called.push(part.call.tool);
          else if (part.type === "retry") {
            called = [];
            answeredBy = part.model;
            paid = answeredBy === id ? price : await priceOf(answeredBy).catch(() => undefined);
          }
          yield part;
        }
      } finally {
        // One that broke off has used about what was sent and written.
        const used = usage ?? (length === 0 ? NO_USAGE : estimatedUsage(spend, length));
        const settled = {
          ...{ ...spend, ...costs(used, paid), model: answeredBy, status: "settled" as const },
          tool: knownTools(called, request),
        };
        // A reservation that cannot be settled counts as spent; the reply, or why there is none, comes first.
        const written = limits.length > 0 ? spends.settle(settled) : spends.reserve(settled, () => true, []);
        const isSettled = await written.then(...YES_OR_NO);
        if (isSettled && limits.length > 0)
          for (const near of nearlyReached(
            limits,
            before,
            await spends.totals(spend, limits.flatMap(countedBy)),
          ))
            listener.onNearly?.(near);
      }

      async function reserve() {
        for (;;) {
          options.signal.throwIfAborted();
          const draft = draftOf(request, payer, { model: id, price, at: Math.floor(now()), bytes });
          const held = await limitsOf(settings, draft, teamsOf);
          if (price === undefined && !unpriced && held.some(({ cost }) => cost !== undefined)) {
            unpriced = true;
            listener.onUnpriced?.(id);
          }
          // Where no budget holds, nothing depends on it before the call: it is written once, after it.
          if (held.length === 0) return { spend: draft, before: {}, limits: held };
          let verdict = admit(draft, {}, []);
          const { admitted, totals } = await spends.reserve(
            draft,
            (spent) => {
              verdict = admit(draft, spent, held);
              return verdict.type === "go";
            },
            held.flatMap(countedBy),
          );
          if (admitted) return { spend: draft, before: totals, limits: held };
          if (verdict.type === "reached") await listener.onReached(verdict.reached);
          else await delay(waitMs, undefined, { signal: options.signal });
        }
      }
    },
  };
}

/** Models that run in this process, and some servers, do not say what a call used. */
function saysNothing({ inputTokens, outputTokens }: Usage): boolean {
  return inputTokens + outputTokens === 0;
}

/** The tools that an answer called. A name that was not offered is the model's own writing, and is not kept. */
function knownTools(called: readonly string[], { tools }: ModelRequest): string {
  if (called.length === 0) return "";
  const offered = new Set(tools.map(({ name }) => name));
  return [...new Set(called)].filter((name) => offered.has(name)).join(", ");
}

/** The budgets that hold for a spend. */
async function limitsOf(
  settings: MoneySettings,
  spend: Spend,
  teamsOf: NonNullable<MeterOptions["teamsOf"]>,
): Promise<Limit[]> {
  const limits: Limit[] = [];
  const budgets = await settings.budgets();
  // A budget for one user, team or schedule holds instead of the one for each.
  const budgetOf = (scope: BudgetScope, name: string) =>
    budgets.find((one) => one.scope === scope && one.name === name) ??
    budgets.find((one) => one.scope === scope && one.name === undefined);
  const add = async (scope: BudgetScope, { name = "", account, team }: LimitParts) => {
    const budget = budgetOf(scope, name);
    if (budget === undefined) return;
    const more = await settings.raised(scope, account);
    limits.push({
      ...{ scope, account, ...defined({ team }) },
      ...defined({
        cost: budget.cost === undefined ? undefined : budget.cost + (more.cost ?? 0),
        tokens: budget.tokens === undefined ? undefined : budget.tokens + (more.tokens ?? 0),
      }),
    });
  };
  for (const scope of new Set(budgets.map((budget) => budget.scope))) {
    if (scope === "call") await add(scope, { account: spend.runId });
    else if (scope === "team")
      for (const team of await teamsOf(spend.user))
        await add(scope, { name: team.team, account: `${team.team} ${spend.day}`, team });
    else if (scope !== "schedule" || spend.schedule !== "")
      await add(scope, {
        name: scope === "user" ? spend.user : spend.schedule,
        account: accountOf(scope, spend),
      });
  }
  return limits;
}

interface LimitParts {
  /** The user, team or schedule that may have a budget of its own. */
  readonly name?: string;
  readonly account: string;
  readonly team?: SpendTeam;
}

/** What has to be added up for a budget. Adding up a day takes longer the more was spent: only where a budget asks for it. */
function countedBy({ scope, team }: Limit): (SpendScope | SpendTeam)[] {
  if (scope === "call") return [];
  if (scope === "team") return team === undefined ? [] : [team];
  return [scope];
}
