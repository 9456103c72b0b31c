export interface QuickOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Requests that go past the SDK: it looks at every message three times, which costs more than all the rest of a call. */
export interface QuickRequests {
  /** Sends a request and gives its bare result. Errors carry the codes that the SDK's own have. */
  request(method: string, params: object, options: QuickOptions): Promise<unknown>;
  /** Takes the answer to such a request; false when the message is none. */
  receive(message: object): boolean;
  /** Ends all that are under way. */
  close(): void;
}

interface Waiting {
  settle(answer: { result: unknown } | { error: Error }): void;
}

/** The SDK numbers its requests; ours are told apart by this. */
const OURS = "dejima-";

class RequestError extends Error {
  readonly code: string | number;
  readonly data: unknown;
  constructor(code: string | number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Makes the short way over a connection whose messages go out through `send`. */
export function createQuickRequests(send: (message: object) => void): QuickRequests {
  const waiting = new Map<string, Waiting>();
  let count = 0;

  return {
    request(method, params, { signal, timeoutMs }) {
      return new Promise((resolve, reject) => {
        const id = `${OURS}${++count}`;
        const settle: Waiting["settle"] = (answer) => {
          waiting.delete(id);
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
          if ("error" in answer) reject(answer.error);
          else resolve(answer.result);
        };
        const giveUp = (error: Error) => {
          settle({ error });
          send({
            jsonrpc: "2.0",
            method: "notifications/cancelled",
            params: { requestId: id, reason: error.message },
          });
        };
        const abort = () => giveUp(new RequestError("ABORTED", "Cancelled"));
        const timer = setTimeout(() => giveUp(new RequestError("REQUEST_TIMEOUT", "Timed out")), timeoutMs);
        if (signal?.aborted === true) return settle({ error: new RequestError("ABORTED", "Cancelled") });
        signal?.addEventListener("abort", abort, { once: true });
        waiting.set(id, { settle });
        send({ jsonrpc: "2.0", id, method, params });
      });
    },
    receive(message) {
      const { id, result, error } = message as { id?: unknown; result?: unknown; error?: unknown };
      if (typeof id !== "string" || !id.startsWith(OURS) || "method" in message) return false;
      const answer = error === undefined ? { result } : { error: errorOf(error) };
      waiting.get(id)?.settle(answer); // a late answer is nobody's
      return true;
    },
    close() {
      const error = new RequestError("CONNECTION_CLOSED", "The connection was closed");
      for (const { settle } of [...waiting.values()]) settle({ error });
    },
  };
}

function errorOf(error: unknown): RequestError {
  const { code, message, data } = (error ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
  return new RequestError(typeof code === "number" ? code : -32_603, String(message), data);
}
