import type { Config } from "../config/config-schema.ts";
import { createHttpClient } from "../network/create-http-client.ts";
import type { HttpClient } from "../network/http-client.ts";

/** The client that the config asks for. */
export function openNetwork({ timeout, ...limits }: Config["network"]): HttpClient {
  return createHttpClient({ ...limits, timeoutMs: timeout });
}
