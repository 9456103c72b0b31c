import { DejimaError } from "../contract/error.ts";
import { thrownText } from "../support/thrown-text.ts";

/** A second run with one id would overwrite the first one's record. */
export function runExists(id: string): DejimaError {
  return new DejimaError("conflict", `Cannot create run "${id}": a run with this id exists`);
}

export function noSuchRun(id: string): DejimaError {
  return new DejimaError("not_found", `Cannot find run "${id}": run not found`);
}

/** An entry is made once; only a change may replace it. */
export function entryExists(ledger: string, id: string): DejimaError {
  return new DejimaError("conflict", `Cannot add "${id}" to ${ledger}: it already exists`, { id });
}

export function noSuchEntry(ledger: string, id: string): DejimaError {
  return new DejimaError("not_found", `Cannot find "${id.slice(0, 100)}" among ${ledger}: there is none`, {
    id,
  });
}

/** What every driver answers after close(). */
export function storeClosed(): DejimaError {
  return new DejimaError("io_error", "Cannot use the store: it is closed; open it again");
}

/** The server of the store does not answer now; it may later. */
export function storeAway(text: string, place: string, cause: Error): DejimaError {
  return new DejimaError("server_unavailable", text, { place, store: "away" }, { cause });
}

/** Whether something failed because the server of the store does not answer. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof DejimaError && error.details.store === "away";
}

/** Two processes must not go on with one run. */
export function stepExists(runId: string, number: number): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot go on with run "${runId}": another process has done its step ${number}`,
    { runId, number },
  );
}

/** The JSON text of a document; refuses what would not come back as it went in. */
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

/** A repository whose asynchronous methods throw our errors in place of the database's. */
export function withClearErrors<Repository extends object>(
  repository: Repository,
  clear: (error: unknown) => unknown,
  synchronous: readonly (keyof Repository)[],
): Repository {
  const methods = Object.entries(repository).filter(
    ([name]) => !synchronous.includes(name as keyof Repository),
  );
  const guarded = methods.map(([name, method]) => [
    name,
    async (...parameters: unknown[]) => {
      try {
        return await method(...parameters);
      } catch (error) {
        throw clear(error);
      }
    },
  ]);
  return { ...repository, ...Object.fromEntries(guarded) };
}
