import type { Payer, Reached, SpendTeam } from "../contract/figures/spend.ts";
import {
  type LanguageModel,
  type ModelPart,
  type ModelRequest,
  NO_USAGE,
  type Usage,
} from "../model/language/language-model.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { relayStream } from "../support/relay-stream.ts";
import { createMoneySettings } from "./money-settings.ts";
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
import { reserveSpend, settleSpend } from "./reserve-spend.ts";

/** Receives budget events while a model is used. */
export interface MeterListener {
  /** A budget is used up. Resolves when it was raised. Rejects if the call is not allowed. */
  onReached(reached: Reached): Promise<void>;
  /** Called before a call with its intended spend. Rejects if the call is not allowed. `undefined`: it is allowed. */
  onSpend?(intended: IntendedSpend): Promise<void> | undefined;
  /** Four fifths of a budget are used up. */
  onNearly?(reached: Reached): void;
  /** A budget in money cannot count this model, because its price is unknown. */
  onUnpriced?(model: string): void;
}

/** The intended spend of a model call. */
export interface IntendedSpend {
  readonly model: string;
  /** The maximum cost, in millionths of a US dollar. `undefined` if the price is unknown. */
  readonly cost: number | undefined;
  /** Identifies the request among those of the run. The same after a restart. */
  readonly request: string;
}

interface MeterOptions {
  store(): Promise<Pick<Store, "spends" | "documents">>;
  now(): number;
  /** The teams that a user belongs to. Default: none. */
  teamsOf?(user: string): Promise<readonly SpendTeam[]>;
  /** How long to wait for open spends before checking them again. */
  readonly waitMs?: number;
}

const WAIT_MS = 50;

/** Wraps a model: reserves the maximum cost before each call, and settles the actual cost after it. */
export function meteredModel(
  model: LanguageModel,
  payer: Payer,
  { store, now, teamsOf = async () => [], waitMs = WAIT_MS, ...listener }: MeterOptions & MeterListener,
): LanguageModel {
  const { id, introduction, thinks, takes, reflects, missing } = model;
  const transcribe = model.transcribe?.bind(model);
  const bytesOf = measureRequests();
  return {
    id,
    ...defined({ introduction, thinks, takes, reflects, missing, transcribe }),
    stream: (request, options) => relayStream(() => open(request, options)),
  };

  async function open(request: ModelRequest, options: { readonly signal: AbortSignal }) {
    const { spends, documents } = await store();
    const settings = createMoneySettings(documents);
    const bytes = bytesOf(request);
    const ledger = { spends, settings, teamsOf };
    let reservation = await begin(id);
    let usage: Usage | undefined;
    let called: string[] = [];
    let length = 0;
    let other: string | undefined;
    return {
      inner: await begun(),
      pass(part: ModelPart): ModelPart {
        length += lengthOf(part);
        if (part.type === "usage") {
          usage = saysNothing(part.usage) ? estimatedUsage(reservation.spend, length) : part.usage;
          const { price, most: reserved } = reservation;
          return { type: "usage", usage: { ...withCost(usage, price), ...defined({ reserved }) } };
        }
        if (part.type === "tool-call") called.push(part.call.tool);
        else if (part.type === "retry") {
          called = [];
          other = part.model === reservation.spend.model ? undefined : part.model;
        }
        return part;
      },
      // Another model has another price, and rules may name it, so it is checked and reserved like the first one.
      before: () => (other === undefined ? undefined : change(other)),
      end,
    };

    async function begun(): Promise<AsyncIterator<ModelPart>> {
      try {
        return model.stream(request, options)[Symbol.asyncIterator]();
      } catch (error) {
        await end();
        throw error;
      }
    }

    async function change(name: string): Promise<void> {
      other = undefined;
      if (reservation.limits.length > 0 || usage !== undefined || length > 0) await end();
      [usage, length] = [undefined, 0];
      reservation = await begin(name);
    }

    async function begin(name: string) {
      const price = priceOr(await settings.price(name), name);
      const most = price === undefined ? undefined : costs(mostUsage(request, bytes), price).cost;
      const key = `${request.purpose ?? "answer"}-${request.messages.length}-${bytes}`;
      const intended = { model: name, cost: most, request: name === id ? key : `${key}-${name}` };
      const asked = listener.onSpend?.(intended);
      if (asked !== undefined) await asked;
      const draft = () => draftOf(request, payer, { model: name, price, at: Math.floor(now()), bytes });
      const reserved = await reserveSpend(draft, ledger, {
        signal: options.signal,
        waitMs,
        onReached: listener.onReached,
        onUnpriced: () => listener.onUnpriced?.(name),
      });
      return { ...reserved, price, most, settled: false };
    }

    async function end() {
      if (reservation.settled) return;
      reservation.settled = true;
      const { spend, price } = reservation;
      // A call that broke off used approximately what was sent and written.
      const used = usage ?? (length === 0 ? NO_USAGE : estimatedUsage(spend, length));
      const settled = { ...spend, ...costs(used, price), status: "settled" as const };
      const near = await settleSpend(reservation, { ...settled, tool: knownTools(called, request) }, spends);
      for (const reached of near) listener.onNearly?.(reached);
    }
  }
}

/** Whether the usage is missing. Models that run in this process, and some servers, do not report it. */
function saysNothing({ inputTokens, outputTokens }: Usage): boolean {
  return inputTokens + outputTokens === 0;
}

/** The tools that an answer called. A name that was not offered is text of the model, and is not stored. */
function knownTools(called: readonly string[], { tools }: ModelRequest): string {
  if (called.length === 0) return "";
  return [...new Set(called)].filter((called) => tools.some(({ name }) => name === called)).join(", ");
}
