/**
 * Headers that clients send themselves. Proxies add headers with countless names, so any header outside
 * this list means that another server forwarded the request.
 */
const CLIENT_HEADERS = new Set(
  (
    "host origin authorization cookie referer user-agent accept accept-charset accept-encoding accept-language accept-datetime range " +
    "connection keep-alive te trailer transfer-encoding upgrade http2-settings expect date from prefer priority pragma cache-control " +
    "content-type content-length content-encoding content-language content-disposition content-md5 digest want-digest " +
    "if-match if-none-match if-modified-since if-unmodified-since if-range last-event-id idempotency-key " +
    "upgrade-insecure-requests dnt save-data downlink rtt ect dpr device-memory viewport-width width purpose service-worker " +
    "service-worker-navigation-preload x-moz x-purpose x-requested-with x-request-id x-correlation-id " +
    "traceparent tracestate baggage sentry-trace " +
    "api-key x-api-key x-goog-api-key http-referer x-title x-user-agent originator session_id conversation_id version " +
    "x-session-id x-client-name x-client-version x-csrf-token x-xsrf-token"
  ).split(" "),
);

/** Prefixes of client headers: browsers, the Model Context Protocol, model libraries, and our own. */
const FAMILIES_OF_CLIENTS =
  /^(?:sec-|access-control-request-|mcp-|x-mcp-|x-stainless-|openai-|anthropic-|x-dejima-)/;

const HOP = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)|((?=[^:]*:[^:]*:)[0-9a-f:.]{2,60}))(?::\d{1,5})?$/i;

/** What the entrance checks in a request: all of it comes before the body. */
export interface RequestHead {
  readonly method: string;
  /** The target of the request line, unchanged. */
  readonly target: string;
  /** The HTTP version, such as "1.1". */
  readonly version: string;
  /** The remote address of the connection. `undefined` if the request was made inside this process. */
  readonly address: string | undefined;
  // Headers that must be single. `undefined`: absent. "": repeated or empty, which no check accepts.
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly contentType: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  /** The hops of `X-Forwarded-For`, from the client to the nearest proxy. */
  readonly hops: readonly string[];
  /** The first header that shows another server forwarded the request. `undefined` if none does. */
  readonly forwardedBy: string | undefined;
}

interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly address: string | undefined;
  /** Names and values alternating, in the order of arrival. */
  readonly rawHeaders: readonly string[];
}

const REPEATED = "";

const FIELDS = {
  host: "host",
  origin: "origin",
  authorization: "authorization",
  cookie: "cookie",
  "content-type": "contentType",
  "sec-fetch-site": "fetchSite",
  "sec-fetch-mode": "fetchMode",
} as const;

type Field = (typeof FIELDS)[keyof typeof FIELDS];

/** Parses the head of a request. If a header that must be single was repeated, neither value counts. */
export function readHead({ rawHeaders, ...line }: RequestLine): RequestHead {
  const seen: Record<Field, string | undefined> = {
    host: undefined,
    origin: undefined,
    authorization: undefined,
    cookie: undefined,
    contentType: undefined,
    fetchSite: undefined,
    fetchMode: undefined,
  };
  const hops: string[] = [];
  let forwardedBy: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const value = rawHeaders[at + 1] ?? "";
    if (Object.hasOwn(FIELDS, name)) {
      const field = FIELDS[name as keyof typeof FIELDS]; // it is one of its own keys
      seen[field] = seen[field] === undefined ? value : REPEATED;
    } else if (isForwardingHeader(name)) {
      forwardedBy ??= name;
      if (name === "x-forwarded-for") hops.push(...value.split(",").map((hop) => hop.trim()));
    }
  }
  return { ...line, ...seen, hops, forwardedBy };
}

/**
 * Whether a header (by its lower-case name) shows that another server forwarded the request. In doubt, it
 * does.
 */
export function isForwardingHeader(name: string): boolean {
  return !CLIENT_HEADERS.has(name) && !FAMILIES_OF_CLIENTS.test(name);
}

/**
 * The address that counts for limits. Only a trusted proxy may name another one: then it is the right-most
 * hop that is not itself trusted, because everything to its left can be forged.
 */
export function clientAddress(
  peer: string,
  hops: readonly string[],
  isTrusted: (address: string) => boolean,
): string {
  let nearest = peer;
  for (let at = hops.length - 1; at >= 0 && isTrusted(nearest); at--) {
    const hop = plainAddress(hops[at] ?? "");
    if (hop === undefined) return nearest;
    nearest = hop;
  }
  return nearest;
}

function plainAddress(hop: string): string | undefined {
  const [, bracketed, four, six] = HOP.exec(hop) ?? [];
  return bracketed ?? four ?? six;
}

/**
 * One key per client: an IPv4 address, or the 64-bit IPv6 network, within which anybody can take a new
 * address at will.
 */
export function addressKey(address: string): string {
  const four = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (four !== undefined || !address.includes(":")) return four ?? address;
  const [start = "", end] = address.toLowerCase().split("%", 1)[0]?.split("::") ?? [];
  const before = start === "" ? [] : start.split(":");
  const after = end === undefined || end === "" ? [] : end.split(":");
  const zeros = end === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
