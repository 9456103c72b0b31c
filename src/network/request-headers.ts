import { DejimaError } from "../contract/error.ts";
import { ACCEPTED_ENCODINGS } from "./decode-body.ts";

/** Headers that belong to the connection. Who could set them could name another host or split a request in two. */
const OWN = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "keep-alive",
  "accept-encoding",
]);

/** What tells a server who is asking; it goes to the host it was meant for and to no other. */
const CREDENTIALS = new Set(["authorization", "cookie", "proxy-authorization"]);

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/;

/** Checks the headers of a caller and adds the client's own. */
export function requestHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": "dejima", accept: "*/*" };
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!NAME.test(name)) throw unusable(name, "it is no name of a header");
    if (OWN.has(lower) || lower.startsWith("proxy-")) throw unusable(name, "the client sets it itself");
    if (!VALUE.test(value))
      throw unusable(name, "its value holds a line break or a character beyond Latin-1");
    headers[lower] = value;
  }
  return { ...headers, "accept-encoding": ACCEPTED_ENCODINGS };
}

/** Whether a header may carry something that only its first host should see. */
export function isForOneHost(name: string): boolean {
  return CREDENTIALS.has(name) || /token|secret|key|auth|session/.test(name);
}

function unusable(name: string, why: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot send the header "${name.slice(0, 100)}": ${why}`, {
    header: name.slice(0, 100),
  });
}
