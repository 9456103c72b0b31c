import type { RequestOptions } from "@modelcontextprotocol/client";
import type { FolderWatch } from "../../../contract/data/file-access.ts";
import type { Dialogue } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Progress } from "../../../contract/tool.ts";
import { defined } from "../../../support/defined.ts";
import { createWorkingClock } from "../../../support/process/working-clock.ts";
import type { ServerSettings } from "../server-settings.ts";

/** One request to a server, on behalf of a caller. */
export interface ServerRequest {
  /** What failed, for the error: `call "echo"`. */
  readonly purpose: string;
  /** Whether repeating it is harmless. Then it is retried once if the server dies meanwhile. */
  readonly repeatable: boolean;
  /** Whether it only lists what the server offers. Then it may run with placeholders for its variables. */
  readonly lists?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** The user that it is made for, if one is known. */
  readonly user?: string | undefined;
  /** The dialogue with the caller, if there is one. */
  readonly dialogue?: Dialogue | undefined;
  onProgress?(progress: Progress): void;
  /** Joins the watch over the server's writes. Returns a function to call when the server has answered. */
  follow?(watch: FolderWatch): () => Promise<void>;
}

/** A call of a tool. */
export interface ServerCall extends Omit<ServerRequest, "purpose"> {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** Receives the headers of the answer of a remote server. */
  onAnswered?(header: (name: string) => string | null): void;
  /** Whether the tool declares nothing about its result that would have to be checked. */
  readonly unchecked?: boolean;
}

/** The request as options of the SDK. */
export function requestOptions(
  { signal, onProgress }: ServerRequest,
  { timeoutMs }: { readonly timeoutMs: number },
): RequestOptions {
  return {
    timeout: timeoutMs,
    ...defined({ signal }),
    ...(onProgress === undefined
      ? {}
      : {
          onprogress: ({ progress, total, message }) =>
            onProgress({
              ...(total === undefined || total <= 0 ? {} : { fraction: Math.min(1, progress / total) }),
              ...defined({ message }),
            }),
        }),
  };
}

/** A request whose clock pauses while its server asks the caller something. */
interface TimedRequest {
  /** The request to send: its signal also aborts on timeout, its dialogue pauses the clock. */
  readonly request: ServerRequest & { readonly signal: AbortSignal };
  /** The timeout error, if it timed out. */
  readonly over: () => DejimaError | undefined;
  /** Starts the clock. Before that the server may still be starting. */
  begin(): void;
  end(): void;
}

/** Times one request. The SDK's own limit is off, because it would also count the time that a person thinks. */
export function timeRequest(
  intent: ServerRequest,
  { name: server, timeoutMs }: ServerSettings,
): TimedRequest {
  const { signal, dialogue, purpose } = intent;
  const controller = new AbortController();
  // Forwarded by hand: `AbortSignal.any` would cost a tenth of a whole call (decision 0050).
  const forward = () => controller.abort(signal?.reason);
  if (signal?.aborted === true) forward();
  else signal?.addEventListener("abort", forward, { once: true });
  let clock: ReturnType<typeof createWorkingClock> | undefined;
  let over: DejimaError | undefined;
  const late = () => {
    const why = `it did not answer within ${timeoutMs} ms; raise timeout of this server`;
    over = new DejimaError("timeout", `Cannot ${purpose} of the MCP server "${server}": ${why}`, {
      server,
      timeoutMs,
    });
    controller.abort(over);
  };
  return {
    over: () => over,
    begin() {
      clock = createWorkingClock(timeoutMs, late);
    },
    end() {
      clock?.stop();
      signal?.removeEventListener("abort", forward);
    },
    request: {
      ...intent,
      signal: controller.signal,
      dialogue:
        dialogue === undefined
          ? undefined
          : {
              ...dialogue,
              async request(question) {
                const resume = clock?.pause();
                try {
                  return await dialogue.request(question);
                } finally {
                  resume?.();
                }
              },
            },
    },
  };
}
