import { setTimeout as pause } from "node:timers/promises";
import { DejimaError } from "../contract/error.ts";
import { thrownText } from "../support/thrown-text.ts";

/** The error for a run whose id already exists: a second run would overwrite the record of the first. */
export function runExists(id: string): DejimaError {
  return new DejimaError("conflict", `Cannot create run "${id}": a run with this id exists`);
}

export function noSuchRun(id: string): DejimaError {
  return new DejimaError("not_found", `Cannot find run "${id}": run not found`);
}

/** The error for an entry that already exists. Only `change` may replace an entry. */
export function entryExists(ledger: string, id: string): DejimaError {
  return new DejimaError("conflict", `Cannot add "${id}" to ${ledger}: it already exists`, { id });
}

export function noSuchEntry(ledger: string, id: string): DejimaError {
  return new DejimaError("not_found", `Cannot find "${id.slice(0, 100)}" among ${ledger}: there is none`, {
    id,
  });
}

/** The error of every driver after `close()`. */
export function storeClosed(): DejimaError {
  return new DejimaError("io_error", "Cannot use the store: it is closed; open it again");
}

/** The error for a store server that does not answer now but may answer later. */
export function storeAway(text: string, place: string, cause: Error): DejimaError {
  return new DejimaError("server_unavailable", text, { place, store: "away" }, { cause });
}

/** Whether an error means that the store server does not answer. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof DejimaError && error.details.store === "away";
}

/** How long a caller waits for an unreachable store before it gets an error. */
export const AWAY_WAIT_MS = 10_000;
/** How long a process keeps trying to write the end of something that it has done. */
export const AWAY_KEEP_MS = 300_000;
const AWAY_RETRY_MS = 200;

/** Repeats work while the store is away, for at most `forMs`. The work must be safe to repeat. */
export async function retryWhileAway<Result>(
  work: () => Promise<Result>,
  { forMs }: { readonly forMs: number },
): Promise<Result> {
  for (const until = performance.now() + forMs; ; await pause(AWAY_RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreAway(error) || performance.now() >= until) throw error;
    }
  }
}

/** Does work now. While the store is away, it returns `undefined` and the work is done in the background once the store is back. */
export async function nowOrOnceBack<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    retryWhileAway(work, { forMs: AWAY_KEEP_MS }).catch(() => {});
    return undefined;
  }
}

/** The error for a step that already exists: two processes must not continue one run. */
export function stepExists(runId: string, number: number): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot continue run "${runId}": another process has done its step ${number}`,
    { runId, number },
  );
}

/** The JSON text of a document. Throws if the value would not survive a round trip. */
export function documentText(collection: string, key: string, value: unknown): string {
  const text = stringify(collection, key, value);
  if (text === undefined) throw notJson(collection, key, `${typeof value} has no JSON form`);
  return text;
}

function stringify(collection: string, key: string, value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw notJson(collection, key, thrownText(error));
  }
}

function notJson(collection: string, key: string, reason: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot store document "${key}" in collection "${collection}": ${reason}`,
  );
}

/** Wraps a repository so that its asynchronous methods throw our errors instead of the database's. */
export function withClearErrors<Repository extends object>(
  repository: Repository,
  clear: (error: unknown) => unknown,
  synchronous: readonly (keyof Repository)[],
): Repository {
  const methods = Object.entries(repository).filter(
    ([name]) => !synchronous.includes(name as keyof Repository), // only compared
  );
  const fail = (error: unknown): never => {
    throw clear(error);
  };
  // A run calls dozens of them, so none adds an asynchronous function of its own.
  const guarded = methods.map(([name, method]) => [
    name,
    (...parameters: unknown[]): Promise<unknown> => {
      try {
        return method(...parameters).then(undefined, fail);
      } catch (error) {
        return Promise.reject(clear(error));
      }
    },
  ]);
  return { ...repository, ...Object.fromEntries(guarded) };
}
