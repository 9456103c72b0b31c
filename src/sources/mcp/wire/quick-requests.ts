import { fieldsOf } from "../../../text/record.ts";

export interface QuickOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/**
 * Requests that bypass the SDK: it parses every message three times, which costs more than all the rest of a
 * call.
 */
export interface QuickRequests {
  /** Sends a request and returns its raw result. Timeouts and lost connections carry the SDK's codes. */
  request(method: string, params: object, options: QuickOptions): Promise<unknown>;
  /** Handles the response to one of these requests. Returns false for any other message. */
  receive(message: object): boolean;
  /** Ends all requests under way. */
  close(): void;
}

interface Waiting {
  readonly id: string;
  /** The timeout, as a `performance.now()` time. */
  readonly deadline: number;
  settle(answer: { result: unknown } | { error: Error }): void;
  fail(error: Error): void;
}

/** The prefix of our request ids. The SDK's are numbers. */
const DEFAULT_PREFIX = "dejima-";

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export class RequestError extends Error {
  readonly code: string | number;
  readonly data: unknown;
  constructor(code: string | number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Creates the fast path over a connection; `send` sends its messages. Each fast path on a connection uses a
 * different prefix for its ids.
 */
export function createQuickRequests(send: (message: object) => void, prefix = DEFAULT_PREFIX): QuickRequests {
  // By index, not by name: a Map that is filled and emptied all the time leaves its old tables to the
  // old-generation collector, and with them everything that was under way.
  const waiting: (Waiting | undefined)[] = [];
  const free: number[] = [];
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  /** One timer for all: it is reset only for a request with less time than those before. */
  function watch(deadline: number, now: number): void {
    if (deadline >= timerAt) return;
    clearTimeout(timer);
    timerAt = deadline;
    timer = setTimeout(failExpired, Math.min(deadline - now, MAX_TIMER_MS)).unref();
  }

  function failExpired(): void {
    const now = performance.now();
    timerAt = Number.POSITIVE_INFINITY;
    const pending = waiting.filter((entry) => entry !== undefined);
    // A blocked process may find several expired at once.
    for (const entry of pending.sort((one, other) => one.deadline - other.deadline)) {
      if (entry.deadline <= now) entry.fail(new RequestError("REQUEST_TIMEOUT", "Timed out"));
      else watch(entry.deadline, now);
    }
  }

  return {
    request(method, params, { signal, timeoutMs }) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(new RequestError("ABORTED", "Cancelled"));
        const place = free.pop() ?? waiting.length;
        const id = `${prefix}${++count}.${place}`;
        const now = performance.now();
        const abort = () => entry.fail(new RequestError("ABORTED", "Cancelled"));
        const entry: Waiting = {
          id,
          deadline: now + timeoutMs,
          settle(answer) {
            waiting[place] = undefined;
            free.push(place);
            signal?.removeEventListener("abort", abort);
            if ("error" in answer) reject(answer.error);
            else resolve(answer.result);
          },
          fail(error) {
            entry.settle({ error });
            const cancelled = { requestId: id, reason: error.message };
            send({ jsonrpc: "2.0", method: "notifications/cancelled", params: cancelled });
          },
        };
        signal?.addEventListener("abort", abort, { once: true });
        waiting[place] = entry;
        watch(entry.deadline, now);
        send({ jsonrpc: "2.0", id, method, params });
      });
    },
    receive(message) {
      const { id, result, error } = fieldsOf(message);
      if (typeof id !== "string" || !id.startsWith(prefix) || "method" in message) return false;
      const entry = waiting[Number(id.slice(id.lastIndexOf(".") + 1))];
      // A late response is ignored; its slot may belong to another request by now.
      if (entry?.id === id) entry.settle(error === undefined ? { result } : { error: errorOf(error) });
      return true;
    },
    close() {
      clearTimeout(timer);
      timerAt = Number.POSITIVE_INFINITY;
      const error = new RequestError("CONNECTION_CLOSED", "The connection was closed");
      for (const entry of [...waiting]) entry?.settle({ error });
    },
  };
}

function errorOf(error: unknown): RequestError {
  const { code, message, data } = fieldsOf(error);
  return new RequestError(typeof code === "number" ? code : -32_603, String(message), data);
}
