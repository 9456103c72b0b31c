import { once } from "../support/once.ts";
import type { HttpClient } from "./http-client.ts";

/** A client that is opened with its first request. */
export function lazyClient(open: () => Promise<HttpClient>): HttpClient {
  const client = once(open);
  return {
    open: async (request) => (await client.get()).open(request),
    request: async (request) => (await client.get()).request(request),
  };
}
