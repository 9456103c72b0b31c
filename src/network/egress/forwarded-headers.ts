import type { IncomingMessage } from "node:http";
import { ACCEPTED_ENCODINGS } from "../decode-body.ts";
import type { Outgoing } from "./put-in.ts";
import type { TakeOut } from "./take-out.ts";

/** Headers that speak to the next hop only. */
const HOP_BY_HOP = [
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
];

/** What is set anew, and what would let a program read an answer in parts of its own choice. */
const NOT_SENT = new Set([...HOP_BY_HOP, "host", "expect", "accept-encoding", "range", "if-range"]);

/** What no longer holds for an answer that was decoded and looked through, and where another protocol is offered. */
const NOT_ANSWERED = new Set([
  ...HOP_BY_HOP,
  "content-encoding",
  "content-length",
  "accept-ranges",
  "alt-svc",
]);

/** The headers of a program's request as they go out. Some are left out: those of the connection, and `Range`. */
export function requestHeaders(incoming: IncomingMessage, host: string): Outgoing["headers"] {
  const listed = listedIn(incoming);
  const headers: Record<string, string[]> = {};
  for (const [name, value] of pairs(incoming.rawHeaders)) {
    const lower = name.toLowerCase();
    if (NOT_SENT.has(lower) || listed.has(lower)) continue;
    headers[lower] = [...(Object.hasOwn(headers, lower) ? (headers[lower] ?? []) : []), value];
  }
  return { ...headers, host: [host], "accept-encoding": [ACCEPTED_ENCODINGS] };
}

/** The headers of an answer as the program gets them, without values of secrets. */
export function answerHeaders(reply: IncomingMessage, takeOut: TakeOut): string[] {
  const listed = listedIn(reply);
  return pairs(reply.rawHeaders).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (NOT_ANSWERED.has(lower) || listed.has(lower) || takeOut.holds(name)) return [];
    return [name, takeOut.text(value)];
  });
}

/** Names that `Connection` lists belong to the connection, too. */
function listedIn({ headers }: IncomingMessage): Set<string> {
  return new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as [string, string]] : []));
}
