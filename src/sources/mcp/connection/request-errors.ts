import type { Client } from "@modelcontextprotocol/client";
import { RequestError } from "../wire/quick-requests.ts";

/**
 * Notes which errors came back for a request, from the server or its connection. What the SDK throws besides is its own finding
 * about an answer that came: it uses the same class and codes for both, so only where an error came from tells them apart.
 */
export function noteRequestErrors(client: Client): (error: unknown) => boolean {
  const noted = new WeakSet<object>();
  const request = client.request.bind(client) as (...given: unknown[]) => Promise<unknown>; // one of its overloads, passed on as given
  const noting = async (...given: unknown[]) => {
    try {
      return await request(...given);
    } catch (error) {
      if (typeof error === "object" && error !== null) noted.add(error);
      throw error;
    }
  };
  client.request = noting as Client["request"]; // the same overloads, passed on as given
  return (error) =>
    error instanceof RequestError || (typeof error === "object" && error !== null && noted.has(error));
}
