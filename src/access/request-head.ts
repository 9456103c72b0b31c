import { isForwardingHeader } from "./forwarding.ts";

/** What the entrance looks at in a request: all of it comes before the body. */
export interface RequestHead {
  readonly method: string;
  /** The target of the request line, as it was sent. */
  readonly target: string;
  /** The version of HTTP, such as "1.1". */
  readonly version: string;
  /** The address at the other end of the connection. `undefined`: the request was made inside this process. */
  readonly address: string | undefined;
  // Headers that must be single. `undefined`: absent. "": repeated or empty, which no check accepts.
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  /** The hops of `X-Forwarded-For`, from the client to the nearest proxy. */
  readonly hops: readonly string[];
  /** Whether any header says that another server handed the request on. */
  readonly forwarded: boolean;
}

interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly address: string | undefined;
  /** Names and values in turn, in the order in which they came. */
  readonly rawHeaders: readonly string[];
}

const REPEATED = "";

const FIELDS = {
  host: "host",
  origin: "origin",
  authorization: "authorization",
  "content-type": "contentType",
  "sec-fetch-site": "fetchSite",
  "sec-fetch-mode": "fetchMode",
} as const;

type Field = (typeof FIELDS)[keyof typeof FIELDS];

/** Reads the head of a request. If a header that must be single was repeated, neither value counts. */
export function readHead({ rawHeaders, ...line }: RequestLine): RequestHead {
  const seen: Record<Field, string | undefined> = {
    ...{ host: undefined, origin: undefined, authorization: undefined },
    ...{ contentType: undefined, fetchSite: undefined, fetchMode: undefined },
  };
  const hops: string[] = [];
  let forwarded = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const value = rawHeaders[at + 1] ?? "";
    if (Object.hasOwn(FIELDS, name)) {
      const field = FIELDS[name as keyof typeof FIELDS]; // it is one of its own keys
      seen[field] = seen[field] === undefined ? value : REPEATED;
    } else if (isForwardingHeader(name)) {
      forwarded = true;
      if (name === "x-forwarded-for") hops.push(...value.split(",").map((hop) => hop.trim()));
    }
  }
  return { ...line, ...seen, hops, forwarded };
}
