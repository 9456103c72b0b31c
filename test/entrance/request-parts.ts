/** A request before it is written: what an attack changes of a good one. */
export interface RequestParts {
  readonly line: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The name and port under which the server may be addressed. */
  readonly host: string;
}

export type Edit = (parts: RequestParts) => RequestParts | string;

const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "attacker", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const params = { name: "current_time", arguments: {}, _meta };
/** A call that runs when it is let in: whoever gets it past the entrance has done something. */
export const CALL = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

/** A good request, of somebody with a token or without one. */
export function goodRequest(host: string, token?: string): RequestParts {
  return {
    host,
    line: "POST /mcp HTTP/1.1",
    headers: [
      ["Host", host],
      ["Connection", "close"],
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ["MCP-Protocol-Version", "2026-07-28"],
      ["Mcp-Method", "tools/call"],
      ["Mcp-Name", "current_time"],
      ...(token === undefined ? [] : [["Authorization", `Bearer ${token}`] as const]),
      ["Content-Length", String(CALL.length)],
    ],
    body: CALL,
  };
}

/** The bytes of a request; Latin-1, so that a character is a byte. */
export function wireText({ line, headers, body }: RequestParts): string {
  return `${line}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

const is = (name: string) => (header: readonly [string, string]) =>
  header[0].toLowerCase() === name.toLowerCase();

/** Adds headers. `HOST` in a value stands for the server's own. */
export const plus =
  (...added: readonly (readonly [string, string])[]): Edit =>
  (parts) => ({
    ...parts,
    headers: [
      ...added.map(([name, value]) => [name, value.replace("HOST", parts.host)] as const),
      ...parts.headers,
    ],
  });

/** Leaves a header out. */
export const without =
  (name: string): Edit =>
  (parts) => ({ ...parts, headers: parts.headers.filter((header) => !is(name)(header)) });

/** Gives a header other values, one line each. */
export const instead =
  (name: string, ...values: readonly string[]): Edit =>
  (parts) =>
    edited(parts, without(name), plus(...values.map((value) => [name, value] as const)));

/** Sends another request line. */
export const line =
  (text: string): Edit =>
  (parts) => ({ ...parts, line: text.replace("HOST", parts.host) });

/** Sends the bytes that this makes of the request. */
export const bytes =
  (change: (text: string) => string): Edit =>
  (parts) =>
    change(wireText(parts));

/** Several edits, one after another. */
export const all =
  (...edits: readonly Edit[]): Edit =>
  (parts) =>
    edited(parts, ...edits);

function edited(parts: RequestParts, ...edits: readonly Edit[]): RequestParts {
  let now = parts;
  for (const edit of edits) {
    const next = edit(now);
    if (typeof next === "string") throw new Error("Bytes can be edited only at the end");
    now = next;
  }
  return now;
}
