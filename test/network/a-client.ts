import type { DejimaError } from "../../src/contract/error.ts";
import { createHttpClient } from "../../src/network/create-http-client.ts";
import type { HttpClient, HttpClientOptions, RequestRecord } from "../../src/network/http-client.ts";

export interface TestClient extends HttpClient {
  readonly records: readonly RequestRecord[];
}

/** A client that may reach loopback and nothing else that is private; a test changes what it is about. */
export function aClient(options: Partial<HttpClientOptions> = {}): TestClient {
  const records: RequestRecord[] = [];
  const client = createHttpClient({
    allow: [],
    deny: [],
    allowPrivate: ["127.0.0.1"],
    maxBytes: 100_000,
    timeoutMs: 5_000,
    maxRedirects: 5,
    log: (record) => void records.push(record),
    lookup: async (host) => {
      throw new Error(`${host} is unknown here`);
    },
    ...options,
  });
  return { ...client, records };
}

/** The error code that a promise ends with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no error",
    (error: DejimaError) => error.code ?? String(error),
  );
}
