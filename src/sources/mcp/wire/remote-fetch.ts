import { AsyncLocalStorage } from "node:async_hooks";
import { DejimaError } from "../../../contract/error.ts";
import { innerDejimaError, isLoginNeeded } from "../oauth/oauth-provider.ts";
import { createEventCheck } from "./event-check.ts";

/** How long the response to a refresh is reused for others with the same token. */
const REUSE_MS = 30_000;

/** Receives the headers of the answer to a call of a tool. */
type HeaderListener = (header: (name: string) => string | null) => void;

const answers = new AsyncLocalStorage<HeaderListener>();

/** Makes a call of a tool so that the listener receives the headers of its answer, which the SDK keeps to itself. */
export function hearHeaders<Result>(listener: HeaderListener, call: () => Result): Result {
  return answers.run(listener, call);
}

// Other requests of the same call, such as a login, say nothing about its price.
function reportHeaders({ status, headers }: Response, body: unknown): void {
  const listener = answers.getStore();
  if (listener === undefined || status === 401 || typeof body !== "string") return;
  if (/"method":\s*"tools\/call"/.test(body)) listener((name) => headers.get(name));
}

/** `fetch` as the SDK uses it. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface RemoteFetchOptions {
  /** The guarded `fetch`. */
  readonly send: Fetch;
  readonly maxMessageBytes: number;
  /** Called if a message was too large or not JSON, or if a response broke off that cannot be resumed. */
  onFault(error: DejimaError): void;
}

/** Limits each message of a remote server, in a separate response or in an event stream. */
export function createRemoteFetch({ send, maxMessageBytes, onFault }: RemoteFetchOptions): Fetch {
  return async (url, init) => {
    const response = await send(url, init);
    reportHeaders(response, init?.body);
    if (response.body === null) return response;
    const events = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
    const stoppable = init?.signal ?? undefined;
    const body = bounded(response.body, {
      maxMessageBytes,
      events,
      fail(error) {
        if (stoppable?.aborted !== true) onFault(error);
        return error;
      },
    });
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

interface Bounds {
  readonly maxMessageBytes: number;
  readonly events: boolean;
  fail(error: DejimaError): DejimaError;
}

function bounded(body: ReadableStream<Uint8Array>, { maxMessageBytes, events, fail }: Bounds) {
  const reader = body.getReader();
  const counter = createEventCounter();
  const check = createEventCheck();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let piece: Awaited<ReturnType<typeof reader.read>>;
      try {
        piece = await reader.read();
      } catch (error) {
        // A stream whose events carry ids is resumed where it broke off; others are lost.
        const broken =
          error instanceof DejimaError ? error : new DejimaError("server_unavailable", String(error));
        if (events && !counter.resumable) fail(broken);
        throw broken;
      }
      if (piece.done) return controller.close();
      bytes = events ? counter.add(piece.value) : bytes + piece.value.length;
      if (bytes > maxMessageBytes) {
        await reader.cancel().catch(() => {});
        throw fail(
          new DejimaError("too_large", `The server sent a message of more than ${maxMessageBytes} bytes`),
        );
      }
      const broken = events ? check(piece.value) : undefined;
      if (broken !== undefined) {
        await reader.cancel().catch(() => {});
        throw fail(
          new DejimaError("server_unavailable", `The server sent an event that is not JSON: ${broken}`),
        );
      }
      controller.enqueue(piece.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const LINE_END = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ID_FIELD = [..."id:"].map((letter) => letter.charCodeAt(0));

/** Counts the bytes of the current event, and whether events can be resumed. */
function createEventCounter() {
  let length = 0;
  let inLine = 0;
  let isId = true;
  let resumable = false;
  return {
    get resumable() {
      return resumable;
    },
    /** The size of the current event after this piece, or of the largest one that it completes. */
    add(piece: Uint8Array): number {
      let largest = 0;
      for (const byte of piece) {
        length++;
        if (byte === LINE_END) {
          largest = Math.max(largest, length);
          if (inLine === 0) length = 0; // an empty line ends an event
          inLine = 0;
          isId = true;
        } else if (byte !== CARRIAGE_RETURN) {
          if (inLine < ID_FIELD.length) isId = isId && byte === ID_FIELD[inLine];
          inLine++;
          if (isId && inLine === ID_FIELD.length) resumable = true;
        }
      }
      return Math.max(largest, length);
    },
  };
}

/**
 * Whether a server from before Streamable HTTP would answer like this: with a 4xx error that is not about
 * authentication.
 */
export function isUnknownToOldServer(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
}

/**
 * Whether a remote server has lost the session, after a restart or a cleanup. Some servers answer 400 for an
 * unknown session. Nothing was done.
 */
export function isForgottenSession(error: unknown, { inSession }: { inSession: boolean }): boolean {
  const status = statusOf(error);
  return status === 404 || (status === 400 && inSession);
}

/** Whether a request never reached a remote server, or its response broke off. */
export function isCutOff(error: unknown): boolean {
  return innerDejimaError(error)?.code === "server_unavailable" && !isLoginNeeded(error);
}

function statusOf(error: unknown): number | undefined {
  const status = (error as { readonly status?: unknown } | undefined)?.status; // looked at as unknown
  return typeof status === "number" ? status : undefined;
}

/**
 * Uses each refresh token once. Two calls that met an expired token at once would both refresh it; a careful
 * authorization server treats the second as a theft, and the user would have to log in again.
 */
export function refreshOnce(send: Fetch, now: () => number): Fetch {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<Response> }>();
  return async (url, init) => {
    const form = typeof init?.body === "string" ? init.body : String(init?.body ?? "");
    if (!/(?:^|&)grant_type=refresh_token(?:&|$)/.test(form)) return send(url, init);
    for (const [key, { at }] of answers) if (now() - at > REUSE_MS) answers.delete(key);
    const key = `${url} ${form}`;
    const pending = answers.get(key)?.answer ?? send(url, init);
    if (!answers.has(key)) answers.set(key, { at: now(), answer: pending });
    try {
      return (await pending).clone();
    } catch (error) {
      answers.delete(key);
      throw error;
    }
  };
}
