import type { Client } from "@modelcontextprotocol/client";
import { RequestError } from "../wire/quick-requests.ts";

/**
 * Records which errors came back for a request, from the server or its connection. Everything else the SDK
 * throws is its own finding about a response. It uses the same class and codes for both, so only the origin
 * of an error tells them apart.
 */
export function noteRequestErrors(client: Client): (error: unknown) => boolean {
  const noted = new WeakSet<object>();
  const request = client.request.bind(client) as (...args: unknown[]) => Promise<unknown>; // one of its overloads, passed on unchanged
  const noting = async (...args: unknown[]) => {
    try {
      return await request(...args);
    } catch (error) {
      if (typeof error === "object" && error !== null) noted.add(error);
      throw error;
    }
  };
  client.request = noting as Client["request"]; // the same overloads, passed on unchanged
  return (error) =>
    error instanceof RequestError || (typeof error === "object" && error !== null && noted.has(error));
}
