import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

/** More than an interceptor keeps whole. */
const LARGE = 1_200_000;

type Echo = (echo: { value: string; request: IncomingMessage; response: ServerResponse }) => void;

const encoded =
  (encoding: string, encode: (text: string) => Buffer): Echo =>
  ({ value, response }) =>
    response.writeHead(200, { "content-encoding": encoding }).end(encode(`you said ${value}`));

const spelled =
  (spell: (value: string) => string | Buffer): Echo =>
  ({ value, response }) =>
    response.end(spell(value));

/** Ways in which a host may give back what it was sent, by the path. */
const ECHOES: Readonly<Record<string, Echo>> = {
  body: spelled((value) => `you said ${value}`),
  json: spelled((value) => JSON.stringify({ deep: [{ token: value }] })),
  upper: spelled((value) => value.toUpperCase()),
  base64: spelled((value) => btoa(value)),
  "base64-inside": spelled((value) => btoa(`ab${value}cde`)),
  hex: spelled((value) => Buffer.from(value).toString("hex")),
  percent: spelled((value) => Buffer.from(value).toString("hex").replace(/../g, "%$&")),
  utf16: spelled((value) => Buffer.from(value, "utf16le")),
  gzip: encoded("gzip", gzipSync),
  brotli: encoded("br", brotliCompressSync),
  deflate: encoded("deflate", deflateSync),
  "gzip-twice": encoded("gzip, gzip", (text) => gzipSync(gzipSync(text))),
  "gzip-unsaid": ({ value, response }) =>
    response.writeHead(200, { "content-encoding": "zstd" }).end(gzipSync(value)),
  header: ({ value, response }) => response.writeHead(200, { "x-echo": `you said ${value}` }).end(),
  "header-name": ({ value, response }) => response.writeHead(200, { [`x-${value}`]: "1" }).end(),
  cookie: ({ value, response }) => response.writeHead(200, { "set-cookie": [`a=${value}`, "b=1"] }).end(),
  status: ({ value, response }) => response.writeHead(200, value).end("fine"),
  error: ({ value, response }) => response.writeHead(500).end(`cannot log in with ${value}`),
  early: ({ value, response }) => {
    response.writeEarlyHints({ link: `<https://x.test/${value}>; rel=preload` });
    response.end("fine");
  },
  trailer: ({ value, response }) => {
    response.writeHead(200, { trailer: "x-echo" });
    response.write("fine");
    response.addTrailers({ "x-echo": value });
    response.end();
  },
  async chunks({ value, response }) {
    for (const letter of `you said ${value}`) {
      response.write(letter);
      await new Promise(setImmediate);
    }
    response.end();
  },
  large: ({ value, response }) => response.end(`${"x".repeat(LARGE)}${value}${"x".repeat(LARGE)}`),
  "large-length": ({ value, response }) => {
    const body = `${"x".repeat(LARGE)}${value}`;
    response.writeHead(200, { "content-length": String(body.length) }).end(body);
  },
  half: ({ value, response }) => {
    response.writeHead(200, { "content-length": "100000" });
    response.write(`you said ${value}`, () => response.destroy());
  },
  range: ({ value, request, response }) => {
    const [, from = "0", to = "999"] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
    response.writeHead(request.headers.range === undefined ? 200 : 206);
    response.end(value.slice(Number(from), Number(to) + 1));
  },
};

/** A host that gives back what came in `Authorization`, in every way that it knows, and leads on to another one. */
export function echoing(leadsTo: () => string): RequestListener {
  return (request, response) => {
    request.resume();
    const value = (request.headers.authorization ?? "").replace(/^Bearer /, "");
    const path = (request.url ?? "/").slice(1).split("?")[0] ?? "";
    if (path === "redirect") {
      response.writeHead(302, { location: `${leadsTo()}/redirect?token=${value}` }).end();
    } else if (path === "redirect-along") {
      response.writeHead(307, { location: `${leadsTo()}/redirect-along` }).end();
    } else (ECHOES[path] ?? spelled(() => "unknown"))({ value, request, response });
  };
}
