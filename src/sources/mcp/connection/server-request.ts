import type { RequestOptions } from "@modelcontextprotocol/client";
import type { Dialogue } from "../../../contract/dialogue.ts";
import type { Progress } from "../../../contract/tool.ts";

/** One request to a server, on behalf of somebody. */
export interface ServerRequest {
  /** What cannot be done when it fails: `call "echo"`. */
  readonly purpose: string;
  /** Whether doing it twice does no harm: then it is repeated once when the server ends under it. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
  /** The way back to the caller, where there is one. */
  readonly dialogue?: Dialogue | undefined;
  onProgress?(progress: Progress): void;
}

/** A call of a tool. */
export interface ServerCall extends Omit<ServerRequest, "purpose"> {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** Whether the tool promises nothing of its result that would have to be checked. */
  readonly unchecked?: boolean;
}

/** The request in the options of the SDK. */
export function requestOptions(
  { signal, onProgress }: ServerRequest,
  { timeoutMs }: { readonly timeoutMs: number },
): RequestOptions {
  return {
    timeout: timeoutMs,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined
      ? {}
      : {
          onprogress: ({ progress, total, message }) =>
            onProgress({
              ...(total === undefined || total <= 0 ? {} : { fraction: Math.min(1, progress / total) }),
              ...(message === undefined ? {} : { message }),
            }),
        }),
  };
}
