import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Spend, SpendPurpose } from "../contract/spend.ts";
import {
  type LanguageModel,
  type ModelMessage,
  type ModelPart,
  type ModelRequest,
  NO_USAGE,
  type Usage,
} from "../model/language/language-model.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { accountOf, admit, type Limit, nearlyReached, type Reached } from "./admit.ts";
import { createMoneySettings, type MoneySettings, type Price } from "./money-settings.ts";

/** Whose call it is. */
export interface Payer {
  readonly runId: string;
  readonly conversation: string;
  readonly user: string;
  readonly schedule?: string;
  readonly purpose?: SpendPurpose;
}

/** Who hears of budgets while a model is used. */
export interface MeterListener {
  /** A budget is used up. Resolves when it was raised; rejects when the call may not be made. */
  onReached(reached: Reached): Promise<void>;
  /** Four fifths of a budget are used up. */
  onNearly?(reached: Reached): void;
  /** A budget in money does not count this model. */
  onUnpriced?(model: string): void;
}

interface MeterOptions {
  store(): Promise<Pick<Store, "spends" | "documents">>;
  now(): number;
  /** How long others are waited for before they are looked at again. */
  readonly waitMs?: number;
}

/** A reservation that nobody settles in this time counts as spent: its process is gone. */
const LAPSE_MS = 15 * 60_000;
/** The most that a model may answer where the request does not say. */
const MOST_OUTPUT = 32_000;
const MOST_PER_FILE = 20_000;
const WAIT_MS = 50;
const YES_OR_NO = [() => true, () => false] as const;

/** A model that reserves what a call may cost before it, and settles what it did cost after it. */
export function meteredModel(
  model: LanguageModel,
  payer: Payer,
  { store, now, waitMs = WAIT_MS, ...listener }: MeterOptions & MeterListener,
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
      const price = await settings.price(id);
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
            usage = part.usage;
            yield { type: "usage", usage: withCost(usage, paid) };
            continue;
          }
          if (part.type === "tool-call") called.push(part.call.tool);
          else if (part.type === "retry") {
            called = [];
            answeredBy = part.model;
            paid = answeredBy === id ? price : await settings.price(answeredBy).catch(() => undefined);
          }
          yield part;
        }
      } finally {
        // One that broke off has used about what was sent and written.
        const used = usage ?? (length === 0 ? NO_USAGE : brokenOff(spend, length));
        const settled = {
          ...{ ...spend, ...costs(used, paid), model: answeredBy, status: "settled" as const },
          tool: knownTools(called, request),
        };
        // A reservation that cannot be settled counts as spent; the reply, or why there is none, comes first.
        const written = limits.length > 0 ? spends.settle(settled) : spends.reserve(settled, () => true, []);
        const isSettled = await written.then(...YES_OR_NO);
        if (isSettled && limits.length > 0)
          for (const near of nearlyReached(limits, before, await spends.totals(spend)))
            listener.onNearly?.(near);
      }

      async function reserve() {
        for (;;) {
          options.signal.throwIfAborted();
          const bytes = bytesOf(request);
          const draft = draftOf(request, payer, { model: id, price, at: Math.floor(now()), bytes });
          const held = await limitsOf(settings, draft);
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
            // Adding up a day takes longer the more was spent: only where a budget asks for it.
            held.flatMap(({ scope }) => (scope === "call" ? [] : [scope])),
          );
          if (admitted) return { spend: draft, before: totals, limits: held };
          if (verdict.type === "reached") await listener.onReached(verdict.reached);
          else await delay(waitMs, undefined, { signal: options.signal });
        }
      }
    },
  };
}

interface DraftParts {
  readonly model: string;
  readonly price: Price | undefined;
  readonly at: number;
  /** How long the request is. */
  readonly bytes: number;
}

/** What a call may cost at most: a token is at least one byte. */
function draftOf(request: ModelRequest, payer: Payer, { model, price, at, bytes }: DraftParts): Spend {
  const { runId, conversation, user, schedule = "", purpose = request.purpose ?? "answer" } = payer;
  const files = request.messages.reduce(
    (sum, message) => sum + (message.role === "user" ? (message.files?.length ?? 0) : 0),
    0,
  );
  const inputTokens = bytes + files * MOST_PER_FILE;
  const usage = { inputTokens, outputTokens: request.maxTokens ?? MOST_OUTPUT, cachedTokens: 0 };
  return {
    // Ids in the order of time: a database appends them to its index instead of spreading them over it.
    ...{ id: `${at.toString(36)}-${randomUUID()}`, runId, conversation, user, schedule, model, purpose, at },
    day: new Date(at).toISOString().slice(0, 10),
    until: at + LAPSE_MS,
    status: "reserved",
    tool: "",
    ...costs(usage, price),
  };
}

/** Counts the bytes of requests. Tools, prompt and messages are mostly the same ones as before, and are counted once. */
function measureRequests(): (request: ModelRequest) => number {
  let offered: { readonly tools: ModelRequest["tools"]; readonly bytes: number } | undefined;
  let prompt: { readonly system: string; readonly bytes: number } | undefined;
  const counted = new WeakMap<ModelMessage, number>();
  const bytesOf = (text: string) => Buffer.byteLength(text) + 16;
  const messageBytes = (message: ModelMessage) => {
    const known = counted.get(message);
    if (known !== undefined) return known;
    const bytes = bytesOf(
      message.role === "assistant" ? message.text + JSON.stringify(message.calls) : message.text,
    );
    counted.set(message, bytes);
    return bytes;
  };
  return ({ system, messages, tools }) => {
    if (offered?.tools !== tools) offered = { tools, bytes: bytesOf(JSON.stringify(tools)) };
    if (prompt?.system !== system) prompt = { system, bytes: bytesOf(system) };
    return messages.reduce((sum, message) => sum + messageBytes(message), offered.bytes + prompt.bytes);
  };
}

/** Tokens and costs; a dollar for a million tokens is a millionth of a dollar for one. */
function costs(
  { inputTokens, outputTokens, cachedTokens }: Usage,
  price: Price | undefined,
): Pick<Spend, "inputTokens" | "outputTokens" | "cachedTokens" | "cost" | "saved" | "price"> {
  const tokens = { inputTokens, outputTokens, cachedTokens, saved: 0 };
  if (price === undefined)
    return inputTokens + outputTokens === 0
      ? { ...tokens, cost: 0, price: "known" }
      : { ...tokens, cost: 0, price: "unknown" };
  const { input, output, cached = input } = price;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  const cost = Math.ceil(fresh * input + cachedTokens * cached + outputTokens * output);
  const kept = Math.min(cachedTokens, inputTokens);
  return { ...tokens, cost, saved: Math.max(0, Math.floor(kept * (input - cached))), price: "known" };
}

/** What was used, with its cost where the price is known. */
function withCost(usage: Usage, price: Price | undefined): Usage {
  return price === undefined ? usage : { ...usage, cost: costs(usage, price).cost };
}

/** The tools that an answer called. A name that was not offered is the model's own writing, and is not kept. */
function knownTools(called: readonly string[], { tools }: ModelRequest): string {
  if (called.length === 0) return "";
  const offered = new Set(tools.map(({ name }) => name));
  return [...new Set(called)].filter((name) => offered.has(name)).join(", ");
}

/** The budgets that hold for a spend. */
async function limitsOf(settings: MoneySettings, spend: Spend): Promise<Limit[]> {
  const limits: Limit[] = [];
  for (const { scope, ...budget } of await settings.budgets()) {
    const account = scope === "call" ? spend.runId : accountOf(scope, spend);
    if (scope === "schedule" && spend.schedule === "") continue;
    const more = await settings.raised(scope, account);
    limits.push({
      ...{ scope, account },
      ...defined({
        cost: budget.cost === undefined ? undefined : budget.cost + (more.cost ?? 0),
        tokens: budget.tokens === undefined ? undefined : budget.tokens + (more.tokens ?? 0),
      }),
    });
  }
  return limits;
}

function lengthOf(part: ModelPart): number {
  if (part.type === "text-delta" || part.type === "thinking-delta") return part.text.length;
  return part.type === "tool-call" ? part.call.input.length : 0;
}

function brokenOff({ inputTokens }: Spend, written: number): Usage {
  return { inputTokens: Math.ceil(inputTokens / 4), outputTokens: Math.ceil(written / 4), cachedTokens: 0 };
}
