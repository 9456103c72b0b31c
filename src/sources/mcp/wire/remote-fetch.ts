import { DejimaError } from "../../../contract/error.ts";

/** `fetch` as the protocol's library uses it. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface RemoteFetchOptions {
  /** The guarded way out. */
  readonly send: Fetch;
  readonly maxMessageBytes: number;
  /** Hears that a message was too large, or that an answer broke off which nobody can resume. */
  onFault(error: DejimaError): void;
}

/** Bounds each message of a remote server, in an answer of its own or in a stream of events. */
export function createRemoteFetch({ send, maxMessageBytes, onFault }: RemoteFetchOptions): Fetch {
  return async (url, init) => {
    const response = await send(url, init);
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
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let piece: Awaited<ReturnType<typeof reader.read>>;
      try {
        piece = await reader.read();
      } catch (error) {
        // A stream whose events carry ids is taken up again where it broke off; others are lost.
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
      controller.enqueue(piece.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const LINE_END = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ID_FIELD = [..."id:"].map((letter) => letter.charCodeAt(0));

/** Counts the bytes of the event under way, and notes whether events can be resumed after. */
function createEventCounter() {
  let length = 0;
  let inLine = 0;
  let isId = true;
  let resumable = false;
  return {
    get resumable() {
      return resumable;
    },
    /** The size of the event under way after this piece, or of the largest that it completes. */
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
