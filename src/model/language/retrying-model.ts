import { setTimeout as delay } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { LanguageModel, ModelPart, ModelRequest } from "./language-model.ts";
import { modelProblemOf } from "./model-problem.ts";

interface RetryOptions {
  /** The total number of attempts. */
  readonly attempts: number;
  /** The first wait. Each further one is twice as long, with jitter. */
  readonly firstWaitMs: number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Retries, with growing waits, while the provider says that it may help. */
export function retrying(
  model: LanguageModel,
  { attempts, firstWaitMs, wait = waitFor }: RetryOptions,
): LanguageModel {
  return answeredBy(model, async (error, { count, signal }) => {
    if (count >= attempts || !mayHelp(error) || signal.aborted) throw error;
    await wait(waitAfter(error, count, firstWaitMs), signal);
    return model;
  });
}

/** Asks the next model if one cannot answer. */
export function fallingBack(models: readonly [LanguageModel, ...LanguageModel[]]): LanguageModel {
  return answeredBy(models[0], async (error, { count }) => {
    const following = models[count];
    const cancelled = error instanceof DejimaError && error.code === "cancelled";
    if (following === undefined || cancelled) throw error;
    return following;
  });
}

/** The model to ask after the `count`th failure. Throws if none is left. */
type AskNext = (
  error: unknown,
  options: { readonly count: number; readonly signal: AbortSignal },
) => Promise<LanguageModel>;

function answeredBy(first: LanguageModel, next: AskNext): LanguageModel {
  return {
    ...described(first),
    stream: (request, { signal }) => untilAnswered(first, request, signal, next),
  };
}

/** Streamed text is never repeated: a model that breaks off in the middle has failed for good. */
async function* untilAnswered(
  first: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
  next: AskNext,
): AsyncGenerator<ModelPart> {
  let model = first;
  for (let count = 1; ; count++) {
    let hasContent = false;
    let failure: unknown;
    try {
      for await (const part of model.stream(request, { signal })) {
        hasContent ||= part.type === "text-delta";
        yield part;
      }
      return;
    } catch (error) {
      if (hasContent) throw error;
      failure = error;
    }
    const following = await next(failure, { count, signal });
    yield {
      type: "retry",
      model: following.id,
      instead: following.id !== model.id,
      why: thrownText(failure),
      ...(failure instanceof DejimaError ? { problem: modelProblemOf(failure) } : {}),
    };
    model = following;
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
