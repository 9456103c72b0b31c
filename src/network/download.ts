import { DejimaError } from "../contract/error.ts";
import { defined } from "../support/defined.ts";
import type { HttpClient, RedirectPolicy } from "./http-client.ts";

interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** The call that requests it, for the log. */
  readonly callId?: string;
}

/** Fetches a file over https, piece by piece. Every redirect must stay encrypted. */
export function createDownload(client: HttpClient) {
  return async (url: string, { signal, callId }: DownloadOptions): Promise<AsyncIterable<Uint8Array>> => {
    const { status, body } = await client.open({
      url,
      schemes: ["https:"],
      ...defined({ signal, callId }),
    });
    if (status === 200) return body;
    await body[Symbol.asyncIterator]().return?.();
    throw new DejimaError("server_unavailable", `Cannot download "${url}": the server answered ${status}`, {
      status,
    });
  };
}

interface FileDownload {
  readonly client: HttpClient;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  readonly redirects?: RedirectPolicy;
}

/** Fetches a whole file of at most `maxBytes`. Throws unless the server answers 200. */
export async function downloadFile(
  url: string,
  { client, maxBytes, signal, redirects = "anywhere" }: FileDownload,
): Promise<Buffer> {
  const { status, body } = await client.request({
    url,
    maxBytes,
    redirects,
    ...defined({ signal }),
  });
  if (status === 200) return body;
  throw new DejimaError("io_error", `Cannot fetch "${url.slice(0, 200)}": the server answered ${status}`);
}
