import type { DejimaError } from "../contract/error.ts";
import { defined } from "../support/defined.ts";
import { isPublicAddress } from "../support/network/address-reach.ts";
import { canonicalHost, portOf } from "../support/network/host-pattern.ts";
import { type Step, shownUrl } from "./follow-redirect.ts";
import type { HttpRequest, RequestRecord } from "./http-client.ts";
import type { Connections, PinOptions, Undici } from "./pinned-connection.ts";

/** The head of a response, and its body as it arrives. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Releases the connection, whether or not the body was read. */
  close(): void;
}

/** Sends one step over a connection, which belongs to it until the body has ended. */
export async function sendStep(
  undici: Undici,
  step: Step,
  options: PinOptions & { readonly signal: AbortSignal; readonly connections: Connections },
): Promise<Answer> {
  const { url, method, headers, body } = step;
  const { connections, signal, ...pin } = options;
  const { client, release } = connections.take(undici, url.origin, pin);
  try {
    const answer = await client.request({
      path: `${url.pathname}${url.search}`,
      method: method as "GET", // the type lists the common methods; the parser accepts any token
      headers: { ...headers, ...markOf(options.addresses) },
      body: body ?? null,
      signal,
    });
    answer.body.on("error", () => {}); // the reader gets the error; an unread body must not end the process
    let open = true;
    const close = () => {
      if (open) release(answer.body.readableEnded);
      open = false;
    };
    return { status: answer.statusCode, headers: joined(answer.headers), body: answer.body, close };
  } catch (error) {
    release(false);
    throw error;
  }
}

// A server on this machine, including Dejima's own, may trust local requests as its user's. This mark shows
// that a tool sent it.
function markOf(addresses: readonly string[]): { via?: string } {
  return addresses.every(isPublicAddress) ? {} : { via: "1.1 dejima" };
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
  );
  return Object.fromEntries(entries);
}

/** A timeout that can be cancelled. */
interface Deadline {
  readonly signal: AbortSignal;
  /** Cancels it for good. */
  lift(): void;
}

/** Aborts after this many milliseconds, unless it is lifted. Keeps no process alive. */
export function createDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException("The time is over", "TimeoutError")),
    timeoutMs,
  ).unref();
  return { signal: controller.signal, lift: () => clearTimeout(timer) };
}

/** Collects what happens in one step, and logs it once. */
export interface StepLog {
  readonly connected: (address: string) => void;
  answered(status: number): void;
  counted(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  end(failure?: DejimaError): void;
}

/** Starts the record of a step. */
export function createStepLog(
  log: ((record: RequestRecord) => void) | undefined,
  { request, step, count }: { request: HttpRequest; step: Step; count: number },
): StepLog {
  const at = new Date().toISOString();
  const started = performance.now();
  let address: string | undefined;
  let status: number | undefined;
  let bytes = 0;
  let ended = false;
  return {
    connected: (reached) => {
      address = reached;
    },
    answered: (code) => {
      status = code;
    },
    async *counted(body) {
      for await (const chunk of body) {
        bytes += chunk.length;
        yield chunk;
      }
    },
    end(failure) {
      if (ended) return;
      ended = true;
      log?.({
        at,
        ...defined({ callId: request.callId }),
        method: step.method,
        url: shownUrl(step.url),
        host: canonicalHost(step.url.hostname),
        port: portOf(step.url),
        step: count,
        ...defined({ address, status }),
        bytes,
        durationMs: Math.round(performance.now() - started),
        ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
      });
    },
  };
}
