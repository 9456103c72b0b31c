import { foldForMatching } from "../text/fold.ts";
import { dropHidden } from "../text/hidden-characters.ts";
import { plainEscapes } from "../text/plain-address.ts";

/** Escapes that can change which page a server serves: slash, backslash, dot, percent. */
const STRUCTURAL = /%(?:2f|5c|2e|25)/i;
const MAX_DECODINGS = 5;

/** The ways in which a server may read an address. */
interface UrlReadings {
  /** An allow rule must match every one of these. */
  readonly all: readonly string[];
  /** A deny or ask rule may match any one of these. */
  readonly any: readonly string[];
}

/** The readings of an address by servers: with escapes decoded once or more, without parameters, query or doubled slashes. */
export function urlReadings(target: string): UrlReadings {
  const url = URL.parse(target);
  if (url === null) return { all: [target], any: [target] };
  const { search } = url;
  const decoded = decodedPath(url.pathname);
  const all = STRUCTURAL.test(url.pathname)
    ? [target, `${url.protocol}//${url.host}${decoded}${search}`]
    : [target];
  const paths = [
    url.pathname,
    decoded,
    `${url.pathname}${search}`,
    `${decoded}${search}`,
    loosePath(url.pathname),
    loosePath(url.pathname.replaceAll(/%(?:25)*00/g, "")),
  ];
  const any = schemesOf(url).flatMap((origin) =>
    paths.flatMap((path) => [`${origin}${path}`, `${origin}${path.replace(/(?<=.)\/$/, "")}`]),
  );
  return { all, any: [...new Set([target, ...any])] };
}

/** Names and addresses of this machine. An unspecified address reaches it, too. */
const SELF =
  /^(?:(?:.+\.)?localhost|localhost\.localdomain|ip6-(?:localhost|loopback)|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;
const NAMES_OF_SELF = ["127.0.0.1", "[::1]", "localhost"];

// A rule for one of the web's schemes applies to the host: nobody leaves the other scheme open on purpose.
function schemesOf({ protocol, host, hostname }: URL): string[] {
  const embedded = embeddedIpv4(hostname);
  const isSelf = [hostname, ...embedded].some((name) => SELF.test(name));
  const others = [...embedded, ...(isSelf ? NAMES_OF_SELF : [])];
  // Plain HTTP on port 443 reaches the listener that `https:` means, and the other way round.
  const bare = host.replace(/:(?:80|443)$/, "");
  const names = [hostname, ...others];
  const hosts = [
    ...new Set([host, bare].flatMap((name) => names.map((inner) => name.replace(hostname, inner)))),
  ];
  const protocols = /^(?:https?|wss?):$/.test(protocol) ? ["http:", "https:", "ws:", "wss:"] : [protocol];
  return hosts.flatMap((name) => protocols.map((scheme) => `${scheme}//${name}`));
}

/** The IPv4 address inside an IPv6 address, as in `[::ffff:7f00:1]`. */
function embeddedIpv4(hostname: string): string[] {
  const [, high = "", low = ""] =
    /^\[(?:::(?:ffff:(?:0:)?)?|64:ff9b:(?:1:)?:)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ??
    /^\[2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):.*\]$/.exec(hostname) ??
    [];
  if (high === "") return [];
  const bytes = [high, low].flatMap((text) => {
    const pair = Number.parseInt(text, 16);
    return [pair >> 8, pair & 255];
  });
  return [bytes.join(".")];
}

function decodedPath(path: string): string {
  let text = path;
  for (let count = 0; count < MAX_DECODINGS; count++) {
    const next = decodeLeniently(text);
    if (next === text) break;
    text = next;
  }
  const segments: string[] = [];
  for (const segment of text.normalize("NFC").split(/[/\\]+/)) {
    const name = segment.replace(/;.*$/, "");
    if (name === "..") segments.pop();
    else if (name !== "." && name !== "") segments.push(name);
  }
  const folder = /[/\\](?:\.{1,2})?(?:;[^/\\]*)?$/.test(text) && segments.length > 0;
  return `/${segments.join("/")}${folder ? "/" : ""}`;
}

/**
 * The path as very lenient servers read it: `%u0070` and overlong forms decoded, full-width letters as plain ones, nothing
 * after a NUL, `?` or `#`, no blanks or dots at the ends of a name, other slashes as plain ones, an `i` with and without its dot.
 */
function loosePath(path: string): string {
  const escapes = path
    .replace(/%(?:25)*u([0-9a-f]{4})/gi, (_all, point) => String.fromCharCode(Number.parseInt(point, 16)))
    // Two, three or four bytes for a character that needs one.
    .replace(
      /%(?:25)*(?:c([01])|(?:e0|f0%(?:25)*80)%(?:25)*8([01]))%(?:25)*([89ab][0-9a-f])/gi,
      (_all, two: string | undefined, more: string | undefined, low: string) => {
        const point = (Number(two ?? more) << 6) | (Number.parseInt(low, 16) & 63);
        return `%${point.toString(16).padStart(2, "0")}`;
      },
    );
  const [page = ""] = decodedPath(escapes).split(/[\0?#]/);
  const plain = foldForMatching(dropHidden(page)).replaceAll(/[\u0131\u0130]/g, "i");
  const names = plain.split(/[/\\\u2044\u2215\u29f8]+/);
  return decodedPath(
    names.map((name) => name.replace(/^[\s+]+|(?<=[^\s.+])[\s.+]+$|(?<=.):{1,2}\$\w+$/g, "")).join("/"),
  );
}

function decodeLeniently(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return String.fromCharCode(
        ...(escapes.match(/[0-9a-f]{2}/gi)?.map((pair) => Number.parseInt(pair, 16)) ?? []),
      );
    }
  });
}

/** An address pattern in canonical spelling. Without a path it means the whole host, or for an allow rule only its first page. */
export function canonicalUrlPattern(pattern: string, allows: boolean): string {
  const [, scheme = "", authority = "", path = ""] =
    /^([a-z*?+.-]+):\/\/([^/]*)(\/[\s\S]*)?$/i.exec(pattern) ?? [];
  if (scheme === "") return pattern;
  const plain = authority
    .split(".")
    .map((label) => (/[^\0-\x7f]/.test(label) ? asciiLabel(label) : label.toLowerCase()))
    .join(".")
    .replace(/\.(?=:|$)/, "")
    .replace(scheme.toLowerCase() === "http" ? /:80$/ : /:443$/, "");
  // `https://**` matches every host and every page.
  const page = path !== "" || plain.endsWith("**") ? plainEscapes(path) : allows ? "/" : "/**";
  return `${scheme.toLowerCase()}://${plain}${page}`;
}

function asciiLabel(label: string): string {
  const [, name = label, port = ""] = /^([^:]*)(:\d+)?$/.exec(label) ?? [];
  return `${URL.parse(`http://${name}/`)?.hostname ?? name}${port}`;
}
