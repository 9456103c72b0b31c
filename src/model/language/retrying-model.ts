import { setTimeout as delay } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import type { LanguageModel, ModelPart, ModelRequest } from "./language-model.ts";

export interface RetryOptions {
  /** How often to ask in all. */
  readonly attempts: number;
  /** The first wait; each further one is twice as long, with a jitter. */
  readonly firstWaitMs: number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Asks again, with growing waits, while the provider says that it may help. What was already heard is never said twice. */
export function retrying(model: LanguageModel, options: RetryOptions): LanguageModel {
  return { ...described(model), stream: (request, { signal }) => attempt(model, request, signal, options) };
}

/** Asks the next model when one cannot answer. */
export function fallingBack(models: readonly [LanguageModel, ...LanguageModel[]]): LanguageModel {
  const [first] = models;
  return { ...described(first), stream: (request, { signal }) => firstThatAnswers(models, request, signal) };
}

async function* attempt(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
  { attempts, firstWaitMs, wait = waitFor }: RetryOptions,
): AsyncGenerator<ModelPart> {
  for (let count = 1; ; count++) {
    let heard = false;
    try {
      for await (const part of model.stream(request, { signal })) {
        heard = true;
        yield part;
      }
      return;
    } catch (error) {
      if (heard || count >= attempts || !mayHelp(error) || signal.aborted) throw error;
      await wait(waitAfter(error, count, firstWaitMs), signal);
    }
  }
}

async function* firstThatAnswers(
  models: readonly LanguageModel[],
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  for (const [index, model] of models.entries()) {
    let heard = false;
    try {
      for await (const part of model.stream(request, { signal })) {
        heard = true;
        yield part;
      }
      return;
    } catch (error) {
      const cancelled = error instanceof DejimaError && error.code === "cancelled";
      if (heard || cancelled || index === models.length - 1) throw error;
    }
  }
}

function described({ stream: _stream, ...rest }: LanguageModel): Omit<LanguageModel, "stream"> {
  return rest;
}

function mayHelp(error: unknown): boolean {
  return error instanceof DejimaError && error.code === "server_unavailable" && error.details.retry === true;
}

function waitAfter(error: unknown, count: number, firstWaitMs: number): number {
  const named = error instanceof DejimaError ? error.details.retryAfterMs : undefined;
  if (typeof named === "number") return Math.min(named, 60_000);
  return Math.min(firstWaitMs * 2 ** (count - 1), 30_000) * (0.75 + Math.random() / 2);
}

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch {
    throw new DejimaError("cancelled", "Cancelled while waiting to ask the model again");
  }
}
