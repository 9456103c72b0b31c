import type { Context } from "hono";
import { mediaTypeOf } from "../../support/media-type.ts";

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;
const TEXT = /\.(?:txt|md|csv|tsv|json|jsonl|ya?ml|log|diff|patch|xml|html?|svg|css|[cm]?[jt]sx?|py|sh)$/i;
/** Files that a browser shows without executing anything. */
const SHOWN = /\.(?:png|jpe?g|gif|webp|pdf)$/i;

/** Sends an untrusted file: whole or in parts (`Range`), never as a page that a browser would execute. */
export function sendBytes(context: Context, content: Uint8Array, name: string): Response {
  const range = byteRange(context.req.header("range"), content.length);
  const isText = /^[0-9a-f]{64}$/.test(name) || TEXT.test(name);
  const headers = {
    "accept-ranges": "bytes",
    "content-type": isText
      ? "text/plain; charset=utf-8"
      : SHOWN.test(name)
        ? mediaTypeOf(name)
        : "application/octet-stream",
    "content-disposition": `${SHOWN.test(name) || isText ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
  if (range.type === "unsatisfiable")
    return context.body(null, 416, { ...headers, "content-range": `bytes */${content.length}` });
  if (range.type === "all") return context.body(new Uint8Array(content), 200, headers);
  const { start, end } = range;
  return context.body(new Uint8Array(content.subarray(start, end)), 206, {
    ...headers,
    "content-range": `bytes ${start}-${end - 1}/${content.length}`,
  });
}

/**
 * The bytes that a `Range` header requests: all without a range, `undefined` if the range cannot be
 * satisfied.
 */
type ByteRange =
  | { readonly type: "all" }
  | { readonly type: "part"; readonly start: number; readonly end: number }
  | { readonly type: "unsatisfiable" };

/** Parses one range. Several ranges, and units other than bytes, are ignored, as the standard permits. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const [, first = "", last = ""] = RANGE.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return { type: "all" };
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  if (
    start >= size ||
    (last !== "" && first !== "" && Number(last) < Number(first)) ||
    (first === "" && last === "0")
  )
    return { type: "unsatisfiable" };
  return { type: "part", start, end };
}
