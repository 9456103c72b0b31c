import { all, bytes, type Edit, instead, line, plus, without } from "./request-parts.ts";

/**
 * What must become of a request at every door.
 * - `in`: whoever has a token is let in.
 * - `usual`: it is treated as the plain request: let in with a token, or without one where none is needed.
 * - `token`: it needs a token at every door, even where the plain request does not.
 * - `refused`: it is let in nowhere, token or not, and nothing runs.
 * - `no more`: it lets in nobody whom the plain request would not let in.
 */
export type Fate = "in" | "usual" | "token" | "refused" | "no more";

export interface Attack {
  readonly name: string;
  readonly fate: Fate;
  readonly edit: Edit;
  /** How a refusal is worded, where it matters. */
  readonly status?: number;
  /** Only for doors that listen on loopback. */
  readonly loopback?: boolean;
}

const each = <Item>(items: readonly Item[], attack: (item: Item) => Attack): Attack[] => items.map(attack);
const shown = (text: string) => JSON.stringify(text.slice(0, 60));

const HOSTS: readonly Attack[] = [
  ...each(
    [
      "evil.example",
      "evil.example:80",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "127.0.0.1.nip.io",
      "localhost@evil.example",
      "evil.example@HOST",
      "evil.example#@HOST",
      "HOST@evil.example",
      "HOST/evil",
      "HOST?x",
      "HOST#x",
      "HOST\\evil",
      "HOST,evil.example",
      "HOST evil.example",
      "HOST:80",
      "http://HOST",
      "//HOST",
      "localhost.",
      "127.0.0.1.",
      "localhost:",
      "localhost:x",
      "localhost:-1",
      "localhost:999999",
      "127.1",
      "127.0.1",
      "0x7f.0.0.1",
      "0x7f000001",
      "2130706433",
      "0177.0.0.1",
      "017700000001",
      "127.000.000.001",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[0:0:0:0:0:0:0:1]",
      "[::1%25lo]",
      "[::1]evil.example",
      "::1",
      "[::]",
      "ip6-localhost",
      "localhost.localdomain",
      "host.docker.internal",
      "\xefocalhost",
      "*",
      "",
    ],
    (host) => ({
      name: `the host ${shown(host)}`,
      fate: "refused",
      edit: (parts) => instead("Host", host.replace("HOST", parts.host))(parts),
    }),
  ),
  ...each(["LocalHost", "127.0.0.1", "127.0.0.1:65535", "[::1]:7788"], (host) => ({
    name: `another name of this machine, ${host}`,
    fate: "usual",
    loopback: true,
    edit: instead("Host", host),
  })),
  { name: "no host", fate: "refused", edit: without("Host") },
  { name: "the host twice", fate: "refused", edit: instead("Host", "HOST", "HOST") },
  { name: "another host first", fate: "refused", edit: instead("Host", "evil.example", "HOST") },
  { name: "another host second", fate: "refused", edit: instead("Host", "HOST", "evil.example") },
];

const ORIGINS: readonly Attack[] = [
  ...each(
    [
      "https://evil.example",
      "http://evil.example",
      "null",
      "NULL",
      "",
      "file://",
      "http://localhost",
      "http://localhost:1",
      "http://127.0.0.1:1",
      "http://HOST.evil.example",
      "http://evil.example:80@HOST",
      "http://HOST@evil.example",
      "http://HOST/",
      "http://HOST/mcp",
      "http://HOST http://evil.example",
      "http://evil.example, http://HOST",
      "http:HOST",
      "//HOST",
      "HOST",
      "ws://HOST",
      "ftp://HOST",
      "chrome-extension://abcdefghijklmnop",
      "moz-extension://0f3a",
      "safari-web-extension://x",
      "vscode-webview://x",
      "app://obsidian.md",
      "capacitor://localhost",
      "ionic://localhost",
      "tauri://localhost",
    ],
    (origin) => ({
      name: `the origin ${shown(origin)}`,
      fate: "refused",
      status: 403,
      edit: plus(["Origin", origin]),
    }),
  ),
  ...each(["http://HOST", "https://HOST", "HTTP://HOST"], (origin) => ({
    name: `its own origin, ${origin}`,
    fate: "usual",
    edit: plus(["Origin", origin]),
  })),
  {
    name: "its own origin and another",
    fate: "refused",
    edit: plus(["Origin", "http://HOST"], ["Origin", "https://evil.example"]),
  },
  ...each(["cross-site", "same-site", "CROSS-SITE", "", "same-origin, cross-site"], (site) => ({
    name: `Sec-Fetch-Site ${shown(site)}`,
    fate: "refused",
    edit: plus(["Sec-Fetch-Site", site]),
  })),
  {
    name: "a navigation that posts",
    fate: "refused",
    edit: plus(["Sec-Fetch-Site", "cross-site"], ["Sec-Fetch-Mode", "navigate"]),
  },
  ...each(["same-origin", "none"], (site) => ({
    name: `Sec-Fetch-Site ${site}`,
    fate: "usual",
    edit: plus(["Sec-Fetch-Site", site]),
  })),
  {
    name: "a preflight of another site",
    fate: "refused",
    status: 403,
    edit: all(
      line("OPTIONS /mcp HTTP/1.1"),
      plus(["Origin", "https://evil.example"], ["Access-Control-Request-Method", "POST"]),
      plus(["Access-Control-Request-Headers", "content-type,authorization"]),
      plus(["Access-Control-Request-Private-Network", "true"]),
    ),
  },
  {
    name: "a preflight without an origin",
    fate: "no more",
    edit: all(line("OPTIONS /mcp HTTP/1.1"), plus(["Access-Control-Request-Method", "POST"])),
  },
];

export const FORWARDING_NAMES = [
  "X-Forwarded-For",
  "x-forwarded-for",
  "X-FORWARDED-FOR",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Forwarded-Port",
  "X-Forwarded-Server",
  "X-Forwarded-Prefix",
  "X-Forwarded-User",
  "X-Forwarded",
  "Forwarded",
  "Forwarded-For",
  "X-Original-Forwarded-For",
  "X-Vercel-Forwarded-For",
  "X-Real-IP",
  "X-Real-Ip",
  "Real-IP",
  "Via",
  "VIA",
  "CF-Connecting-IP",
  "CF-Connecting-IPv6",
  "CF-Ray",
  "True-Client-IP",
  "X-Client-IP",
  "Client-IP",
  "X-Cluster-Client-IP",
  "Fastly-Client-IP",
  "Fly-Client-IP",
  "Proxy-Client-IP",
  "WL-Proxy-Client-IP",
  "X-ProxyUser-Ip",
  "X-Remote-IP",
  "X-Remote-Addr",
  "X-Originating-IP",
  "X-Original-Host",
  "X-Original-URL",
  "X-Envoy-External-Address",
  "X-Azure-ClientIP",
  "X-Appengine-User-IP",
  "CDN-Loop",
  "X-Host",
  "Tailscale-User-Login",
  "X-Varnish",
  "Front-End-Https",
  "X-Scheme",
  "X-Url-Scheme",
  "X-Request-Start",
  "X-Queue-Start",
  "Fly-Region",
  "X-Amzn-Trace-Id",
  "X-Amzn-Oidc-Data",
  "X-Azure-Ref",
  "X-Arr-Ssl",
  "X-Arr-Log-Id",
  "X-Cache",
  "X-B3-TraceId",
  "X-SSL-Client-Verify",
  "X-Auth-Request-User",
  "Remote-User",
  "X-WebAuth-User",
  "Akamai-Origin-Hop",
  "X-Sucuri-ID",
  "Incap-Client",
  "Age",
  "X-Bluecoat-Via",
  "X-Some-Proxy-Of-Tomorrow",
] as const;

const FORWARDED: readonly Attack[] = [
  ...each(FORWARDING_NAMES, (name) => ({
    name: `${name} from this machine`,
    fate: "token",
    status: 401,
    edit: plus([name, "127.0.0.1"]),
  })),
  ...each(
    ["", "203.0.113.7", "localhost", "unknown", "for=127.0.0.1;host=localhost", "1.1 dejima"],
    (value) => ({
      name: `${shown(value)} in every forwarding header`,
      fate: "token",
      edit: plus(...FORWARDING_NAMES.map((name) => [name, value] as const)),
    }),
  ),
  {
    name: "X-Forwarded-For twice",
    fate: "token",
    edit: plus(["X-Forwarded-For", "127.0.0.1"], ["X-Forwarded-For", "::1"]),
  },
];

const AUTHORIZATION = "Authorization";

/** How the good token, `TOKEN`, may be written. */
const BEARERS: readonly Attack[] = [
  ...each(["bearer TOKEN", "BEARER TOKEN", "Bearer  TOKEN", "Bearer TOKEN  ", "Bearer TOKEN\t"], (value) => ({
    name: `the token as ${shown(value)}`,
    fate: "in",
    edit: token(value),
  })),
  ...each(
    [
      "Bearer\tTOKEN",
      "Bearer \tTOKEN",
      "Bearer TOKEN TOKEN",
      "Bearer TOKEN, Bearer TOKEN",
      "BearerTOKEN",
      "Bearer: TOKEN",
      "Token TOKEN",
      "TOKEN",
      "Basic bG9jYWw6VE9LRU4=",
      "Digest username=local",
      "Negotiate TOKEN",
      "Bearer dj_",
      "Bearer dj_wrong",
      "Bearer TOKENx",
      "Bearer dj_REVOKED",
      ", Bearer TOKEN",
      "",
    ],
    (value) => ({ name: `the token as ${shown(value)}`, fate: "refused", edit: token(value) }),
  ),
  { name: "the token twice", fate: "refused", edit: token("Bearer TOKEN", "Bearer TOKEN") },
  { name: "a wrong token first", fate: "refused", edit: token("Bearer dj_wrong", "Bearer TOKEN") },
  { name: "a wrong token second", fate: "refused", edit: token("Bearer TOKEN", "Bearer dj_wrong") },
  ...each(["?token=TOKEN", "?access_token=TOKEN", "?authorization=Bearer%20TOKEN"], (query) => ({
    name: `the token in the query ${query}`,
    fate: "no more",
    edit: all(without(AUTHORIZATION), line(`POST /mcp${query} HTTP/1.1`)),
  })),
  ...each(
    ["Cookie", "Proxy-Authorization", "X-Authorization", "X-Api-Key", "X-Auth-Token", "Mcp-Session-Id"],
    (name) => ({
      name: `the token in ${name}`,
      fate: "no more",
      edit: all(without(AUTHORIZATION), plus([name, "Bearer TOKEN"])),
    }),
  ),
];

function token(...values: readonly string[]): Edit {
  return instead(AUTHORIZATION, ...values);
}

const TARGETS: readonly Attack[] = [
  ...each(
    [
      "POST http://HOST/mcp HTTP/1.1",
      "POST HTTP://HOST/mcp HTTP/1.1",
      "POST http://evil.example/mcp HTTP/1.1",
      "POST https://HOST/mcp HTTP/1.1",
      "POST http://evil.example@HOST/mcp HTTP/1.1",
      "POST mcp HTTP/1.1",
      "POST * HTTP/1.1",
      "POST ?/mcp HTTP/1.1",
      "POST file:///mcp HTTP/1.1",
      "OPTIONS * HTTP/1.1",
      "CONNECT HOST HTTP/1.1",
      "CONNECT evil.example:443 HTTP/1.1",
      "POST /mcp HTTP/2.0",
      "POST /mcp HTTP/0.9",
      "POST /mcp HTTP/1.2",
      "POST /mcp http/1.1",
      "POST /mcp HTTPS/1.1",
      "POST /mcp",
      "post /mcp HTTP/1.1",
      "P\x00ST /mcp HTTP/1.1",
      "PRI * HTTP/2.0",
    ],
    (text) => ({ name: `the request line ${shown(text)}`, fate: "refused", edit: line(text) }),
  ),
  ...each(
    [
      "//mcp",
      "///mcp",
      "/mcp/",
      "/mcp//",
      "/%6dcp",
      "/%6Dcp",
      "/mc%70",
      "/%2fmcp",
      "/mcp%2f",
      "/mcp%00",
      "/mcp;x",
      "/mcp;/healthz",
      "/./mcp",
      "/api/../mcp",
      "/healthz/../mcp",
      "/healthz/..%2fmcp",
      "/healthz%2f..%2fmcp",
      "/assets/../mcp",
      "/mcp/../mcp",
      "/mcp?x=1",
      "/mcp?",
      "/mcp#x",
      "/MCP",
      "/\\mcp",
      "/mcp\\..\\healthz",
      "/%c0%afmcp",
      "//evil.example/mcp",
      "//HOST/mcp",
      "/http://HOST/mcp",
      "/mcp/sse",
      "/mcp/message",
      "/.well-known/oauth-protected-resource/mcp",
      "/api/tools/current_time/call",
      "/api/tools/current_time/call/",
      "/api//tools/current_time/call",
      "/api/%74ools/current_time/call",
      "/healthz/../api/tools/current_time/call",
    ],
    (target) => ({ name: `the path ${target}`, fate: "no more", edit: line(`POST ${target} HTTP/1.1`) }),
  ),
  ...each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "LOCK", "M-SEARCH"], (method) => ({
    name: `the method ${method}`,
    fate: "no more",
    edit: line(`${method} /mcp HTTP/1.1`),
  })),
  ...each(["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"], (name) => ({
    name: `a GET that ${name} makes a POST`,
    fate: "no more",
    edit: all(line("GET /mcp HTTP/1.1"), plus([name, "POST"])),
  })),
  ...each(["POST  /mcp HTTP/1.1", "POST /mcp  HTTP/1.1"], (text) => ({
    name: `the request line ${shown(text)}`,
    fate: "usual",
    edit: line(text),
  })),
  { name: "HTTP/1.0 with a host", fate: "usual", edit: line("POST /mcp HTTP/1.0") },
  { name: "HTTP/1.0 without one", fate: "refused", edit: all(line("POST /mcp HTTP/1.0"), without("Host")) },
];

const TYPE = "Content-Type";
const BODIES: readonly Attack[] = [
  ...each(
    [
      "text/plain",
      "TEXT/PLAIN",
      "text/plain;charset=utf-8",
      "text/plain; application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
      "application/jsonx",
      "text/json",
      "",
    ],
    (type) => ({ name: `a body of the type ${shown(type)}`, fate: "refused", edit: instead(TYPE, type) }),
  ),
  { name: "a body of no type", fate: "refused", edit: without(TYPE) },
  {
    name: "a form that also says JSON",
    fate: "refused",
    edit: instead(TYPE, "text/plain", "application/json"),
  },
  {
    name: "JSON that also says form",
    fate: "refused",
    edit: instead(TYPE, "application/json", "text/plain"),
  },
  {
    name: "a length without a body",
    fate: "refused",
    edit: instead("Content-Length", String(99_999_999_999)),
    status: 413,
  },
  {
    name: "a head of 20 kilobytes",
    fate: "refused",
    status: 431,
    edit: plus(["X-Long", "x".repeat(20_000)]),
  },
  {
    name: "three thousand headers",
    fate: "refused",
    edit: plus(...Array.from({ length: 3_000 }, (_nothing, at) => [`X-${at}`, "x"] as const)),
  },
];

const LENGTH = "Content-Length";
const CHUNKED = "Transfer-Encoding";
const chunks = (size: (length: number) => string, end = "0\r\n\r\n"): Edit =>
  bytes((text) => {
    const [head = "", body = ""] = text.split("\r\n\r\n");
    return `${head}\r\n\r\n${size(body.length)}\r\n${body}\r\n${end}`;
  });
const inChunks = (...values: readonly string[]): Edit => all(without(LENGTH), instead(CHUNKED, ...values));

/** Two ways to see where a request ends are one too many: `node:http` decides, and refuses. */
const FRAMING: readonly Attack[] = [
  ...each(
    [
      { name: "a length and chunks", edit: then(plus([CHUNKED, "chunked"]), chunks(hex)) },
      {
        name: "a length of 0 and chunks",
        edit: then(all(instead(LENGTH, "0"), plus([CHUNKED, "chunked"])), chunks(hex)),
      },
      { name: "two lengths", edit: plus([LENGTH, "4"]) },
      { name: "a list of lengths", edit: instead(LENGTH, "4, 4") },
      { name: "a length with a sign", edit: instead(LENGTH, "+4") },
      { name: "a negative length", edit: instead(LENGTH, "-1") },
      { name: "a length in another base", edit: instead(LENGTH, "0x10") },
      { name: "a length with a space", edit: instead(LENGTH, "1 0") },
      { name: "an encoding nobody knows", edit: then(inChunks("xchunked"), chunks(hex)) },
      { name: "chunks that are not last", edit: then(inChunks("chunked, identity"), chunks(hex)) },
      { name: "chunks twice", edit: then(inChunks("chunked", "chunked, identity"), chunks(hex)) },
      {
        name: "a chunk of no size",
        edit: then(
          inChunks("chunked"),
          chunks(() => ""),
        ),
      },
      {
        name: "a chunk of a wrong size",
        edit: then(
          inChunks("chunked"),
          chunks((size) => `0x${size.toString(16)}`),
        ),
      },
      {
        name: "a chunk of a negative size",
        edit: then(
          inChunks("chunked"),
          chunks(() => "-1"),
        ),
      },
      {
        name: "a chunk too long for a number",
        edit: then(
          inChunks("chunked"),
          chunks(() => "fffffffffffffffff"),
        ),
      },
      {
        name: "a line feed inside a chunk extension",
        edit: then(
          inChunks("chunked"),
          chunks((size) => `${hex(size)};a\nb`),
        ),
      },
      {
        name: "a folded header",
        edit: bytes((text) => text.replace("Accept:", "X-Fold: a\r\n b\r\nAccept:")),
      },
      {
        name: "a folded length",
        edit: bytes((text) => text.replace("Content-Length: ", "Content-Length:\r\n ")),
      },
      {
        name: "a space before a colon",
        edit: bytes((text) => text.replace("Content-Length:", "Content-Length :")),
      },
      { name: "a space in a name", edit: bytes((text) => text.replace("Accept:", "X Odd: a\r\nAccept:")) },
      { name: "a header without a name", edit: bytes((text) => text.replace("Accept:", ": a\r\nAccept:")) },
      { name: "a header without a colon", edit: bytes((text) => text.replace("Accept:", "odd\r\nAccept:")) },
      { name: "a zero byte in a value", edit: plus(["X-Odd", "a\0b"]) },
      { name: "a bare carriage return", edit: plus(["X-Odd", "a\rb"]) },
      { name: "a header before the first", edit: bytes((text) => text.replace("\r\n", "\r\n X-Odd: a\r\n")) },
      { name: "lines that end in a line feed alone", edit: bytes((text) => text.replaceAll("\r\n", "\n")) },
      {
        name: "one line that ends in a line feed alone",
        edit: bytes((text) => text.replace("Accept:", "X-Odd: a\nAccept:")),
      },
      {
        name: "a length after a line feed alone",
        edit: bytes((text) =>
          text.replace("Content-Length:", "X-Odd: a\nContent-Length: 0\r\nContent-Length:"),
        ),
      },
      {
        name: "a chunk that ends in a line feed alone",
        edit: then(
          inChunks("chunked"),
          bytes((text) => {
            const [head = "", body = ""] = text.split("\r\n\r\n");
            return `${head}\r\n\r\n${hex(body.length)}\n${body}\n0\n\n`;
          }),
        ),
      },
      { name: "chunks in capitals with a tab", edit: then(inChunks("\u000bchunked"), chunks(hex)) },
      {
        name: "a request inside a request",
        edit: bytes((text) => text.replace("\r\n\r\n", `\r\n${CHUNKED}: chunked\r\n\r\n0\r\n\r\n${text}`)),
      },
    ] as const,
    ({ name, edit }) => ({ name, fate: "refused", edit }),
  ),
  { name: "chunks", fate: "usual", edit: then(inChunks("chunked"), chunks(hex)) },
  {
    name: "chunks with an extension",
    fate: "usual",
    edit: then(
      inChunks("chunked"),
      chunks((size) => `${hex(size)};a=b`),
    ),
  },
  { name: "an expectation", fate: "no more", edit: plus(["Expect", "100-continue"]) },
  { name: "an odd expectation", fate: "refused", edit: plus(["Expect", "200-ok"]) },
  ...each(["websocket", "h2c", "TLS/1.0"], (protocol) => ({
    name: `an upgrade to ${protocol}`,
    fate: "no more",
    edit: all(
      instead("Connection", "Upgrade, close"),
      plus(["Upgrade", protocol], ["Sec-WebSocket-Key", "x"]),
    ),
  })),
];

function hex(size: number): string {
  return size.toString(16);
}

function then(first: Edit, last: Edit): Edit {
  return (parts) => {
    const edited = first(parts);
    return typeof edited === "string" ? edited : last(edited);
  };
}

const call = (change: (text: string) => string): Edit =>
  all(
    (parts) => ({ ...parts, body: change(parts.body) }),
    (parts) => instead(LENGTH, String(parts.body.length))(parts),
  );
const WITH_PROTOTYPE = '"__proto__":{"isAdmin":true,"role":"admin"},';

/** Two readings of one body are one too many: the last of two equal keys counts, and the head must agree with it. */
const DOCUMENTS: readonly Attack[] = [
  {
    name: "a second name that the head does not know",
    fate: "refused",
    edit: call((text) => text.replace('"name":"current_time"', '"name":"current_time","name":"write_file"')),
  },
  {
    name: "a first name that the head does not know",
    fate: "usual",
    edit: call((text) => text.replace('"name":"current_time"', '"name":"write_file","name":"current_time"')),
  },
  {
    name: "a second method",
    fate: "refused",
    edit: call((text) => text.replace('"method":', '"method":"tools/call","method":"tools/list","x":')),
  },
  ...each(["{", '"params":{', '"arguments":{'], (place) => ({
    name: `a prototype after ${place}`,
    fate: "no more",
    edit: call((text) => text.replace(place, `${place}${WITH_PROTOTYPE}`)),
  })),
  { name: "a constructor", fate: "no more", edit: call((text) => text.replace("{", '{"constructor":{},')) },
  { name: "text after the document", fate: "refused", edit: call((text) => `${text}{}`) },
  { name: "a document without an end", fate: "refused", edit: call((text) => text.slice(0, -1)) },
  { name: "a byte order mark", fate: "no more", edit: call((text) => `\u00ef\u00bb\u00bf${text}`) },
];

/** Every attack there is. */
export const ATTACKS: readonly Attack[] = [
  ...HOSTS,
  ...ORIGINS,
  ...FORWARDED,
  ...BEARERS,
  ...TARGETS,
  ...BODIES,
  ...FRAMING,
  ...DOCUMENTS,
];
