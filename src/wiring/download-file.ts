import { DejimaError } from "../contract/error.ts";
import type { HttpClient } from "../network/http-client.ts";
import { defined } from "../support/defined.ts";

/** Fetches a file of at most so many bytes. */
export async function downloadFile(
  url: string,
  { client, maxBytes, signal }: { client: HttpClient; maxBytes: number; signal?: AbortSignal },
): Promise<Buffer> {
  const { status, body } = await client.request({
    url,
    maxBytes,
    redirects: "anywhere",
    ...defined({ signal }),
  });
  if (status === 200) return body;
  throw new DejimaError("io_error", `Cannot fetch "${url.slice(0, 200)}": the server answered ${status}`);
}
