import { DejimaError } from "../contract/error.ts";
import { namesSecret } from "../support/config-references.ts";
import { carriesVersion4 } from "../support/network/address-reach.ts";
import { canonicalHost, portOf } from "../support/network/host-pattern.ts";
import { containsControl } from "../text/hidden-characters.ts";
import { plainAddress } from "../text/plain-address.ts";
import { shortened } from "../text/text-end.ts";
import { ACCEPTED_ENCODINGS } from "./decode-body.ts";
import type { RedirectPolicy } from "./http-client.ts";

/**
 * Headers that belong to the connection. Whoever sets them could name another host or split a request in two.
 */
const CONNECTION_HEADERS = new Set([
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

/** Headers that identify the sender. They go only to the host they were meant for. */
const CREDENTIALS = new Set(["authorization", "cookie", "proxy-authorization"]);

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/;

const VERSION_4 = /^\d+\.\d+\.\d+\.\d+$/;

const MAX_URL = 8_000;

/** The host as it was spelled. No match in a relative address. */
const SPELLED_HOST = /^(?:[a-z]+:)?\/\/([^/?#:]*)/i;

/** One step of a request: its target and its content. */
export interface Step {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The target of a redirect. `undefined` if the response is not one. */
export function redirectTarget(
  step: Step,
  answer: { readonly status: number; readonly location: string | undefined },
  schemes: readonly string[],
): URL | undefined {
  if (!REDIRECTS.has(answer.status) || answer.location === undefined) return undefined;
  return checkUrl(answer.location, { schemes, base: step.url });
}

/** Whether a step sends data rather than only requesting it. */
export function sendsData({ method, body }: Step): boolean {
  return !isRead(method) || body !== undefined;
}

/** Whether a redirect is followed. Data meant for one host is not sent to another. */
export function follows(step: Step, target: URL, status: number, policy: RedirectPolicy): boolean {
  if (policy === "none") return false;
  if (policy === "same-host") return isSameHost(step.url, target);
  return (
    target.origin === step.url.origin ||
    nextMethod(step.method, status) !== step.method ||
    isRead(step.method)
  );
}

/** The next step: with the method changed as browsers do, and without credentials once the origin changes. */
export function nextStep(step: Step, target: URL, status: number): Step {
  if (step.url.protocol === "https:" && target.protocol === "http:") {
    throw new DejimaError(
      "host_blocked",
      `Cannot follow "${shownUrl(step.url)}" to "${shownUrl(target)}": it leads from https to http`,
      { host: target.host },
    );
  }
  const method = nextMethod(step.method, status);
  const bare =
    method === step.method ? step.headers : without(step.headers, (name) => name.startsWith("content-"));
  const headers =
    target.origin === step.url.origin
      ? bare
      : without(bare, (name, value) => isForOneHost(name) || namesSecret(value));
  return { url: target, method, headers, body: method === step.method ? step.body : undefined };
}

function nextMethod(method: string, status: number): string {
  if (isRead(method)) return method;
  if (status === 303) return "GET";
  return method === "POST" && (status === 301 || status === 302) ? "GET" : method;
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function isSameHost(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  const upgraded = from.protocol === "http:" && to.protocol === "https:";
  return upgraded && from.hostname === to.hostname && portOf(from) === 80 && portOf(to) === 443;
}

function without(
  headers: Readonly<Record<string, string>>,
  dropped: (name: string, value: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => !dropped(name, value)));
}

interface UrlLimits {
  readonly schemes: readonly string[];
  /** The base of a relative redirect. */
  readonly base?: URL;
}

/**
 * Parses an address strictly: http or https, no credentials, a plainly spelled host. Refuses anything
 * ambiguous.
 */
export function checkUrl(text: string, { schemes, base }: UrlLimits): URL {
  if (text.length > MAX_URL) throw refused(text, `it is longer than ${MAX_URL} characters`);
  // URL parsers disagree about these.
  if (text.includes("\\") || containsControl(text))
    throw refused(text, "it contains a backslash or a control character");
  const url = URL.parse(text, base?.href);
  if (url === null) throw refused(text, "it is not an absolute URL such as https://example.com/");
  if (!schemes.includes(url.protocol)) {
    throw refused(text, `only ${schemes.map((scheme) => `${scheme}//`).join(" and ")} can be used`);
  }
  if (url.username !== "" || url.password !== "") {
    throw refused(`${url.origin}/`, "it carries credentials; pass them as a header");
  }
  url.hostname = url.hostname.replace(/\.$/, "");
  plainAddress(url);
  const { hostname } = url;
  if (hostname.split(".").includes("")) throw refused(text, "its host has an empty part");
  if (VERSION_4.test(hostname) && (SPELLED_HOST.exec(text)?.[1] ?? hostname) !== hostname) {
    throw refused(text, `its host is another spelling of ${hostname}; write it so`);
  }
  if (carriesVersion4(canonicalHost(hostname)))
    throw refused(text, "its host is an IPv4 address inside an IPv6 one; write it plainly");
  return url;
}

/** An address without its query, for messages and logs. */
export function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function refused(text: string, why: string): DejimaError {
  const open = text.replace(/\/\/[^/@]*@/, "//…@");
  const shown = shortened(open, 200);
  return new DejimaError("host_blocked", `Cannot use the address "${shown}": ${why}`, { url: shown });
}

/** Checks the caller's headers and adds the client's own. */
export function requestHeaders(callerHeaders: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": "dejima", accept: "*/*" };
  for (const [name, value] of Object.entries(callerHeaders)) {
    const lower = name.toLowerCase();
    if (!NAME.test(name)) throw unusable(name, "it is no name of a header");
    if (CONNECTION_HEADERS.has(lower) || lower.startsWith("proxy-"))
      throw unusable(name, "the client sets it itself");
    if (!VALUE.test(value))
      throw unusable(name, "its value contains a line break or a character beyond Latin-1");
    headers[lower] = value;
  }
  return { ...headers, "accept-encoding": ACCEPTED_ENCODINGS };
}

/** Whether a header may carry something that only its first host should see. */
function isForOneHost(name: string): boolean {
  return CREDENTIALS.has(name) || /token|secret|key|auth|session/.test(name);
}

function unusable(name: string, why: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot send the header "${name.slice(0, 100)}": ${why}`, {
    header: name.slice(0, 100),
  });
}
