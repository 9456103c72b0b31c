import { isPublicAddress } from "../support/address-reach.ts";
import type { Connections } from "./connections.ts";
import type { Step } from "./follow-redirect.ts";
import type { PinOptions, Undici } from "./pinned-connection.ts";

/** The head of an answer, and its body as it comes. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets go of the connection, read or not. */
  close(): void;
}

/** Sends one step over a connection, which nobody else has until the body has ended. */
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
      method: method as "GET", // the type lists the common methods; the parser takes any token
      headers: { ...headers, ...markOf(options.addresses) },
      body: body ?? null,
      signal,
    });
    answer.body.on("error", () => {}); // it is told to the reader; a body that nobody reads must not end the process
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

// A server on this machine, Dejima's own among them, may take what comes from here for its user's word: a tool's is not.
function markOf(addresses: readonly string[]): { via?: string } {
  return addresses.every(isPublicAddress) ? {} : { via: "1.1 dejima" };
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
  );
  return Object.fromEntries(entries);
}
