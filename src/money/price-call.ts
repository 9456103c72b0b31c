import { randomUUID } from "node:crypto";
import type { Payer, Spend } from "../contract/figures/spend.ts";
import type { ModelMessage, ModelPart, ModelRequest, Usage } from "../model/language/language-model.ts";
import type { Price } from "./money-settings.ts";

/** A reservation that nobody settles in this time counts as spent: its process is gone. */
const LAPSE_MS = 15 * 60_000;
/** The most that a model may answer where the request does not say. */
const MOST_OUTPUT = 32_000;
const MOST_PER_FILE = 20_000;

interface DraftParts {
  readonly model: string;
  readonly price: Price | undefined;
  readonly at: number;
  /** How long the request is. */
  readonly bytes: number;
}

/** The reservation for a call, at the most that it may cost. */
export function draftOf(request: ModelRequest, payer: Payer, { model, price, at, bytes }: DraftParts): Spend {
  const { purpose = request.purpose ?? "answer" } = payer;
  return {
    ...newSpend({ ...payer, purpose }, at),
    ...{ model, status: "reserved", tool: "" },
    ...costs(mostUsage(request, bytes), price),
  };
}

type SpendOwner = Pick<Spend, "runId" | "conversation" | "user" | "purpose"> & { readonly schedule?: string };

/** The fields of a new spend that say whose it is and when it was made. */
export function newSpend({ runId, conversation, user, schedule = "", purpose }: SpendOwner, at: number) {
  return {
    // Ids in the order of time: a database appends them to its index instead of spreading them over it.
    ...{ id: `${at.toString(36)}-${randomUUID()}`, runId, conversation, user, schedule, purpose, at },
    day: new Date(at).toISOString().slice(0, 10),
    until: at + LAPSE_MS,
  };
}

/** The most that a request of this length can use: a token is at least one byte. */
export function mostUsage(request: ModelRequest, bytes: number): Usage {
  const files = request.messages.reduce(
    (sum, message) => sum + (message.role === "user" ? (message.files?.length ?? 0) : 0),
    0,
  );
  const inputTokens = bytes + files * MOST_PER_FILE;
  return { inputTokens, outputTokens: request.maxTokens ?? MOST_OUTPUT, cachedTokens: 0 };
}

/** Counts the bytes of requests. Tools, prompt and messages are mostly the same ones as before, and are counted once. */
export function measureRequests(): (request: ModelRequest) => number {
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

/** What a provider that charges for caching takes, as a multiple of its price of input. */
const CACHE_WRITE = 1.25;

/** Tokens and costs; a dollar for a million tokens is a millionth of a dollar for one. */
export function costs(
  { inputTokens, outputTokens, cachedTokens, writtenTokens = 0 }: Usage,
  price: Price | undefined,
): Pick<Spend, "inputTokens" | "outputTokens" | "cachedTokens" | "cost" | "saved" | "price"> {
  const tokens = { inputTokens, outputTokens, cachedTokens, saved: 0 };
  if (price === undefined)
    return inputTokens + outputTokens === 0
      ? { ...tokens, cost: 0, price: "known" }
      : { ...tokens, cost: 0, price: "unknown" };
  const { input, output, cached = input } = price;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  const written = Math.min(writtenTokens, fresh) * (CACHE_WRITE - 1) * input;
  const cost = Math.ceil(fresh * input + written + cachedTokens * cached + outputTokens * output);
  const kept = Math.min(cachedTokens, inputTokens);
  return {
    ...tokens,
    cost,
    saved: Math.max(0, Math.floor(kept * (input - cached) - written)),
    price: "known",
  };
}

/** What was used, with its cost where the price is known. */
export function withCost(usage: Usage, price: Price | undefined): Usage {
  return price === undefined ? usage : { ...usage, cost: costs(usage, price).cost };
}

/** How many bytes of an answer a part is. */
export function lengthOf(part: ModelPart): number {
  if (part.type === "text-delta" || part.type === "thinking-delta") return Buffer.byteLength(part.text);
  return part.type === "tool-call" ? Buffer.byteLength(part.call.input) : 0;
}

/** What a call has used of which the model says nothing, as one that broke off or runs in this process: four bytes a token. */
export function estimatedUsage({ inputTokens }: Spend, written: number): Usage {
  return { inputTokens: Math.ceil(inputTokens / 4), outputTokens: Math.ceil(written / 4), cachedTokens: 0 };
}

const FREE: Price = { input: 0, output: 0, asOf: "" };

/** The price that holds for a model: models that run in this process cost nothing unless a price was set for them. */
export function priceOr(set: Price | undefined, model: string): Price | undefined {
  return set ?? (/^(?:offline|local):/.test(model) ? FREE : undefined);
}
