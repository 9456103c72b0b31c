import type { IncomingMessage } from "node:http";
import { ACCEPTED_ENCODINGS } from "../decode-body.ts";
import type { Outgoing } from "./insert-secrets.ts";
import type { SecretFilter } from "./secret-filter.ts";

/** Headers for the next hop only. */
const HOP_BY_HOP = [
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
];

/**
 * Headers that we set ourselves, and those that would let a program read a response in parts of its own
 * choice.
 */
const DROPPED_REQUEST_HEADERS = new Set([
  ...HOP_BY_HOP,
  "host",
  "expect",
  "accept-encoding",
  "range",
  "if-range",
]);

/** Headers that no longer apply to a decoded and filtered response, and those that offer another protocol. */
const DROPPED_RESPONSE_HEADERS = new Set([
  ...HOP_BY_HOP,
  "content-encoding",
  "content-length",
  "accept-ranges",
  "alt-svc",
]);

/** The headers of a program's request as they are sent, without those of the connection and `Range`. */
export function requestHeaders(incoming: IncomingMessage, host: string): Outgoing["headers"] {
  const listed = listedIn(incoming);
  const headers: Record<string, string[]> = {};
  for (const [name, value] of pairs(incoming.rawHeaders)) {
    const lower = name.toLowerCase();
    if (DROPPED_REQUEST_HEADERS.has(lower) || listed.has(lower)) continue;
    headers[lower] = [...(Object.hasOwn(headers, lower) ? (headers[lower] ?? []) : []), value];
  }
  return { ...headers, host: [host], "accept-encoding": [ACCEPTED_ENCODINGS] };
}

/** The headers of a response for the program, without secret values. */
export function answerHeaders(reply: IncomingMessage, filter: SecretFilter): string[] {
  const listed = listedIn(reply);
  return pairs(reply.rawHeaders).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (DROPPED_RESPONSE_HEADERS.has(lower) || listed.has(lower) || filter.holds(name)) return [];
    return [name, filter.text(value)];
  });
}

/** Headers named in `Connection` also belong to the connection. */
function listedIn({ headers }: IncomingMessage): Set<string> {
  return new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as [string, string]] : [])); // a pair
}
