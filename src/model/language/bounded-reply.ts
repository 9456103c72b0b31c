import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { DejimaError } from "../../contract/error.ts";

/** The most bytes of a reply: some 150,000 tokens, each in its own message. */
const MAX_REPLY_BYTES = 64 << 20;

/** The most characters of a reply, including thoughts and calls: several times what models write at most. */
const MAX_REPLY_CHARACTERS = 4 << 20;

/** Maximum number of calls in one reply. */
const MAX_REPLY_CALLS = 128;

/** How long a reply may take. */
export interface ReplyTimeouts {
  /** Without any content of the reply: bytes that only keep the connection open do not count. */
  readonly silenceMs: number;
  /** From the request to the end of the reply. */
  readonly totalMs: number;
}

const MINUTE_MS = 60_000;

/** Longer than models think silently, and longer than they write. */
export const REPLY_TIMEOUTS: ReplyTimeouts = { silenceMs: 10 * MINUTE_MS, totalMs: 60 * MINUTE_MS };

/** Ends a reply that takes too long. */
interface ReplyClock extends Disposable {
  /** Aborts on timeout, with the error to show as its reason. */
  readonly signal: AbortSignal;
  /** Some of the reply has arrived. */
  received(): void;
}

/** Starts the clock of a reply. */
export function startReplyClock({ silenceMs, totalMs }: ReplyTimeouts): ReplyClock {
  const over = new AbortController();
  const give = (why: string) => () => over.abort(tooSlow(why));
  const silence = setTimeout(give(`nothing came for ${inWords(silenceMs)}`), silenceMs).unref();
  const whole = setTimeout(give(`it was not complete after ${inWords(totalMs)}`), totalMs).unref();
  return {
    signal: over.signal,
    received: () => void silence.refresh(),
    [Symbol.dispose]() {
      clearTimeout(silence);
      clearTimeout(whole);
    },
  };
}

function inWords(milliseconds: number): string {
  return milliseconds < MINUTE_MS ? `${milliseconds / 1000} s` : `${milliseconds / MINUTE_MS} minutes`;
}

function tooSlow(why: string): DejimaError {
  return new DejimaError("server_unavailable", `Cannot use the model's reply: ${why}`, { retry: false });
}

/**
 * Sends a request to this address only: a redirect would pass the key on. The response is cut when it gets
 * too long.
 */
export const fetchOnlyThere: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (response.body === null) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > MAX_REPLY_BYTES) controller.error(tooLong(`${MAX_REPLY_BYTES >> 20} MB`));
      else controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
};

/**
 * Passes on the parts of a reply, within limits that no real reply exceeds. `heard` is called for each part
 * with content.
 */
export async function* boundedReply(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  onContent: () => void,
): AsyncGenerator<LanguageModelV4StreamPart> {
  let characters = 0;
  let calls = 0;
  for await (const part of parts) {
    if ("delta" in part) characters += part.delta.length;
    if (part.type === "tool-call") calls++;
    if (characters > MAX_REPLY_CHARACTERS) throw tooLong(`${MAX_REPLY_CHARACTERS} characters`);
    if (calls > MAX_REPLY_CALLS) throw tooLong(`${MAX_REPLY_CALLS} calls`);
    if (!("delta" in part) || part.delta !== "") onContent();
    yield part;
  }
}

function tooLong(limit: string): DejimaError {
  return new DejimaError("server_unavailable", `Cannot use the model's reply: it is longer than ${limit}`, {
    retry: false,
  });
}
