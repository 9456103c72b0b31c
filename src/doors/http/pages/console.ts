import { lstat, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { servedTypeOf } from "../../../support/media-type.ts";
import { plainPage } from "./plain-page.ts";

/** Only our own files run, and no other page can frame ours. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The empty page around previews of untrusted pages: their own inline styles and pictures, and nothing loaded
 * from anywhere.
 */
const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");
const FRAME = "/frame.html";

/**
 * The page that draws diagrams in a hidden frame: our own scripts, the library's inline styles, and nothing
 * loaded from anywhere.
 */
const DIAGRAM_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");
const POLICIES: ReadonlyMap<string, string> = new Map([
  [FRAME, FRAME_POLICY],
  ["/diagram.html", DIAGRAM_POLICY],
]);

const PATH = /^\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
/** File names with a content hash: other content has another name. */
const HASHED = /[.-][\w-]{8,}\.\w+$/;

/** Serves the built console: its files, and its one page for every console address. */
export function consolePages(folder: string): MiddlewareHandler {
  const compress = createCompressor();
  return async (context, next) => {
    const { method, path } = context.req;
    if ((method !== "GET" && method !== "HEAD") || /^\/(?:api|v1|mcp)(?:\/|$)/.test(path)) return next();
    const file = PATH.test(path) ? await fileAt(join(folder, path)) : undefined;
    if (file !== undefined && isLasting(path))
      return send(context, file, { path, ...(await compress(context, join(folder, path), file)) });
    if (file !== undefined) return send(context, file, { path });
    // Console addresses get the page. A missing file is not found.
    if (extname(path) !== "" || !acceptsHtml(context)) return next();
    const page = await fileAt(join(folder, "index.html"));
    return send(context, page ?? notBuilt(), { path: "/index.html" });
  };
}

async function fileAt(path: string): Promise<Buffer | undefined> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isFile() === true ? readFile(path) : undefined;
}

function acceptsHtml(context: Context): boolean {
  const accept = context.req.header("accept") ?? "*/*";
  return context.req.path === "/" || accept.includes("text/html");
}

/** A compressed file and its encoding. */
interface Compressed {
  readonly encoding?: "br" | "gzip";
  readonly bytes?: Buffer;
}

const TEXT = /\.(?:js|css|svg)$/;
const ENDINGS = { br: ".br", gzip: ".gz" } as const;

/**
 * Serves files with a content hash compressed, as the build stored them. A file without a compressed copy is
 * compressed here, once.
 */
function createCompressor() {
  const cache = new Map<string, Promise<Buffer>>();
  return async (context: Context, path: string, content: Buffer): Promise<Compressed> => {
    const encoding = acceptedEncoding(context.req.header("accept-encoding") ?? "");
    if (encoding === undefined || !TEXT.test(path)) return {};
    const key = `${path}${ENDINGS[encoding]}`;
    const bytes =
      cache.get(key) ??
      fileAt(key).then((built) => built ?? (encoding === "br" ? brotli(content) : gzipped(content)));
    cache.set(key, bytes);
    return { encoding, bytes: await bytes };
  };
}

/** The encoding to send: the smallest one that the browser accepts. `q=0` means not accepted. */
function acceptedEncoding(header: string): keyof typeof ENDINGS | undefined {
  const taken = header
    .toLowerCase()
    .split(",")
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(";", 1)[0]?.trim());
  return (["br", "gzip"] as const).find((name) => taken.includes(name));
}

const brotli = promisify(brotliCompress) as (content: Buffer) => Promise<Buffer>; // one of its overloads
const gzipped = promisify(gzip) as (content: Buffer) => Promise<Buffer>; // one of its overloads

function isLasting(path: string): boolean {
  return path.startsWith("/assets/") && HASHED.test(path);
}

function send(
  context: Context,
  content: Buffer | string,
  { path, encoding, bytes }: Compressed & { readonly path: string },
): Response {
  const sent = bytes ?? content;
  return context.body(typeof sent === "string" ? sent : new Uint8Array(sent), 200, {
    "content-type": servedTypeOf(path),
    "content-security-policy": POLICIES.get(path) ?? PAGE_POLICY,
    ...(POLICIES.has(path) ? { "x-frame-options": "SAMEORIGIN" } : {}),
    // Model output may contain links: no host name is resolved before someone follows one.
    "x-dns-prefetch-control": "off",
    "cache-control": isLasting(path) ? "public, max-age=31536000, immutable" : "no-cache",
    ...(isLasting(path) ? { vary: "accept-encoding" } : {}),
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
  });
}

function notBuilt(): string {
  return plainPage("Dejima is running", [
    "<p>The console is not built yet. In a checkout, <code>npm run build</code> builds it, and <code>npm start</code> builds and serves it.</p>",
    '<p>The API is there: <a href="/docs">what it offers</a>, <a href="/openapi.json">openapi.json</a>.</p>',
  ]);
}
