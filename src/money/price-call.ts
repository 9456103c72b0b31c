import { randomUUID } from "node:crypto";
import type { Payer, Spend } from "../contract/figures/spend.ts";
import type { ModelMessage, ModelPart, ModelRequest, Usage } from "../model/language/language-model.ts";
import type { Price } from "./money-settings.ts";

/** A reservation that is not settled within this time counts as spent: its process is gone. */
const LAPSE_MS = 15 * 60_000;
/** The maximum output of a model if the request does not limit it. */
const MOST_OUTPUT = 32_000;
const MOST_PER_FILE = 20_000;

interface DraftParts {
  readonly model: string;
  readonly price: Price | undefined;
  readonly at: number;
  /** The length of the request. */
  readonly bytes: number;
}

/** The reservation for a call, at its maximum cost. */
export function draftOf(request: ModelRequest, payer: Payer, { model, price, at, bytes }: DraftParts): Spend {
  const { purpose = request.purpose ?? "answer" } = payer;
  return {
    ...newSpend({ ...payer, purpose }, at),
    model,
    status: "reserved",
    tool: "",
    ...costs(mostUsage(request, bytes), price),
  };
}

type SpendOwner = Pick<Spend, "runId" | "conversation" | "user" | "purpose"> & { readonly schedule?: string };

/** The fields of a new spend that identify its owner and its time. */
export function newSpend({ runId, conversation, user, schedule = "", purpose }: SpendOwner, at: number) {
  return {
    // Ids sort by time, so that a database appends them to its index instead of spreading them over it.
    id: `${at.toString(36)}-${randomUUID()}`,
    runId,
    conversation,
    user,
    schedule,
    purpose,
    at,
    day: new Date(at).toISOString().slice(0, 10),
    until: at + LAPSE_MS,
  };
}

/** The maximum usage of a request of this length: a token is at least one byte. */
export function mostUsage(request: ModelRequest, bytes: number): Usage {
  let files = 0;
  for (const message of request.messages) if (message.role === "user") files += message.files?.length ?? 0;
  const inputTokens = bytes + files * MOST_PER_FILE;
  return { inputTokens, outputTokens: request.maxTokens ?? MOST_OUTPUT, cachedTokens: 0 };
}

/** The bytes of each tool that was offered, and of each list of them. Runs share both. */
const toolBytes = new WeakMap<ModelRequest["tools"][number], number>();
const listBytes = new WeakMap<ModelRequest["tools"], number>();

const bytesOf = (text: string) => Buffer.byteLength(text) + 16;

function bytesOfTools(tools: ModelRequest["tools"]): number {
  const known = listBytes.get(tools);
  if (known !== undefined) return known;
  const bytes = tools.reduce((sum, tool) => {
    const own = toolBytes.get(tool) ?? Buffer.byteLength(JSON.stringify(tool)) + 1;
    toolBytes.set(tool, own);
    return sum + own;
  }, bytesOf("[]"));
  listBytes.set(tools, bytes);
  return bytes;
}

/** Counts the bytes of requests. Tools, prompt and messages mostly repeat between requests, so each is counted once. */
export function measureRequests(): (request: ModelRequest) => number {
  let prompt: { readonly system: string; readonly bytes: number } | undefined;
  // The messages of the last request, and the bytes up to each. The next request of a run begins with the same ones.
  let counted: readonly ModelMessage[] = [];
  const upTo: number[] = [];
  return ({ system, messages, tools }) => {
    if (prompt?.system !== system) prompt = { system, bytes: bytesOf(system) };
    let same = 0;
    while (same < counted.length && same < messages.length && counted[same] === messages[same]) same++;
    upTo.length = same;
    for (const message of messages.slice(same)) upTo.push((upTo.at(-1) ?? 0) + bytesOfMessage(message));
    counted = messages;
    return bytesOfTools(tools) + prompt.bytes + (upTo.at(-1) ?? 0);
  };
}

function bytesOfMessage(message: ModelMessage): number {
  return bytesOf(message.role === "assistant" ? message.text + JSON.stringify(message.calls) : message.text);
}

/** The price of writing to the cache, as a multiple of the input price, for providers that charge for it. */
const CACHE_WRITE = 1.25;

/** Calculates tokens and costs. One dollar per million tokens is a millionth of a dollar per token. */
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

/** Adds the cost to a usage if the price is known. */
export function withCost(usage: Usage, price: Price | undefined): Usage {
  return price === undefined ? usage : { ...usage, cost: costs(usage, price).cost };
}

/** The number of bytes that a part adds to an answer. */
export function lengthOf(part: ModelPart): number {
  if (part.type === "text-delta" || part.type === "thinking-delta") return Buffer.byteLength(part.text);
  return part.type === "tool-call" ? Buffer.byteLength(part.call.input) : 0;
}

/**
 * Estimates the usage of a call if the model did not report it, at four bytes per token. That applies to calls that broke off and
 * to models in this process.
 */
export function estimatedUsage({ inputTokens }: Spend, written: number): Usage {
  return { inputTokens: Math.ceil(inputTokens / 4), outputTokens: Math.ceil(written / 4), cachedTokens: 0 };
}

const FREE: Price = { input: 0, output: 0, asOf: "" };

/** The price of a model. Models that run in this process are free unless a price was set for them. */
export function priceOr(set: Price | undefined, model: string): Price | undefined {
  return set ?? (/^(?:offline|local):/.test(model) ? FREE : undefined);
}
