import { DejimaError } from "../contract/error.ts";
import { carriesVersion4 } from "../support/address-reach.ts";
import { canonicalHost } from "../support/host-pattern.ts";
import { holdsControl } from "../text/unseen.ts";

interface UrlLimits {
  readonly schemes: readonly string[];
  /** What a redirect is relative to. */
  readonly base?: URL;
}

const VERSION_4 = /^\d+\.\d+\.\d+\.\d+$/;
const MAX_URL = 8_000;

/** The host as it was written; nothing in an address that is relative to another. */
const SPELLED_HOST = /^(?:[a-z]+:)?\/\/([^/?#:]*)/i;

/** Reads an address strictly: http or https, no credentials, a host in its plain spelling. What is doubtful is refused. */
export function checkUrl(text: string, { schemes, base }: UrlLimits): URL {
  if (text.length > MAX_URL) throw refused(text, `it is longer than ${MAX_URL} characters`);
  // Parsers of addresses disagree about these.
  if (text.includes("\\") || holdsControl(text))
    throw refused(text, "it holds a backslash or a control character");
  const url = URL.parse(text, base?.href);
  if (url === null) throw refused(text, "it is not an absolute URL such as https://example.com/");
  if (!schemes.includes(url.protocol)) {
    throw refused(text, `only ${schemes.map((scheme) => `${scheme}//`).join(" and ")} can be used`);
  }
  if (url.username !== "" || url.password !== "") {
    throw refused(`${url.origin}/`, "it carries credentials; pass them as a header");
  }
  url.hostname = url.hostname.replace(/\.$/, "");
  url.hash = "";
  const { hostname } = url;
  if (hostname.split(".").includes("")) throw refused(text, "its host has an empty part");
  if (VERSION_4.test(hostname) && (SPELLED_HOST.exec(text)?.[1] ?? hostname) !== hostname) {
    throw refused(text, `its host is another spelling of ${hostname}; write it so`);
  }
  if (carriesVersion4(canonicalHost(hostname)))
    throw refused(text, "its host is an IPv4 address inside an IPv6 one; write it plainly");
  return url;
}

/** The port of an address, said or not. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === "https:" ? 443 : 80));
}

/** An address without its query, fit for messages and logs. */
export function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function refused(text: string, why: string): DejimaError {
  const open = text.replace(/\/\/[^/@]*@/, "//…@");
  const shown = open.length > 200 ? `${open.slice(0, 200)}…` : open;
  return new DejimaError("host_blocked", `Cannot use the address "${shown}": ${why}`, { url: shown });
}
