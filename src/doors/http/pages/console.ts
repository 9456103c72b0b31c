import { lstat, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Context, MiddlewareHandler } from "hono";
import { servedTypeOf } from "../../../support/media-type.ts";
import { plainPage } from "./plain-page.ts";

/** Nothing but our own files runs, and no page of others can hold ours in a frame. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PATH = /^\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
/** Names that a build gives to content: another content has another name. */
const HASHED = /[.-][\w-]{8,}\.\w+$/;

/** Serves the built console: its files, and its one page for every address of its own. */
export function consolePages(folder: string): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req;
    if ((method !== "GET" && method !== "HEAD") || /^\/(?:api|v1|mcp)(?:\/|$)/.test(path)) return next();
    const file = PATH.test(path) ? await fileAt(join(folder, path)) : undefined;
    if (file !== undefined) return send(context, file, path);
    // Addresses of the console lead to its page; a file that is not there is not found.
    if (extname(path) !== "" || !wantsPage(context)) return next();
    const page = await fileAt(join(folder, "index.html"));
    return page === undefined ? send(context, notBuilt(), "/index.html") : send(context, page, "/index.html");
  };
}

async function fileAt(path: string): Promise<Buffer | undefined> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isFile() === true ? readFile(path) : undefined;
}

function wantsPage(context: Context): boolean {
  const accept = context.req.header("accept") ?? "*/*";
  return context.req.path === "/" || accept.includes("text/html");
}

function send(context: Context, content: Buffer | string, path: string): Response {
  const lasting = path.startsWith("/assets/") && HASHED.test(path);
  return context.body(typeof content === "string" ? content : new Uint8Array(content), 200, {
    "content-type": servedTypeOf(path),
    "content-security-policy": PAGE_POLICY,
    // Links in what models write: nothing of them is looked up before somebody follows one.
    "x-dns-prefetch-control": "off",
    "cache-control": lasting ? "public, max-age=31536000, immutable" : "no-cache",
  });
}

function notBuilt(): string {
  return plainPage("Dejima is running", [
    "<p>The console is not built yet. In a checkout, <code>npm run build</code> builds it, and <code>npm start</code> builds and serves it.</p>",
    '<p>The API is there: <a href="/docs">what it offers</a>, <a href="/openapi.json">openapi.json</a>.</p>',
  ]);
}
