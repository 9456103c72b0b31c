import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { mediaTypeOf } from "../../../support/media-type.ts";
import { type Api, inPath, listAnswers, listed, pageQuery, rawAnswers, slicePage } from "../api.ts";
import type { AppVariables } from "../app-context.ts";
import { auditorOf, requireRole } from "../caller.ts";

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

const runId = inPath("run");
const viewer = requireRole("viewer");
const fileSchema = z.object({ name: z.string(), bytes: z.int() });

/** What tools gave back and what was made for the user, whole or in parts (`Range`). Never as a page that a browser would run. */
export function runFileRoutes(api: Api, runtime: Runtime): void {
  const files = async (context: Context<{ Variables: AppVariables }>, run: string) => {
    await runtime.conversations.checkRun(run, auditorOf(context));
    return runtime.history.files(run);
  };
  for (const kind of ["observations", "artifacts"] as const) {
    api.openapi(
      createRoute({
        method: "get",
        path: `/api/runs/{run}/${kind}`,
        middleware: viewer,
        request: { params: runId, query: pageQuery },
        responses: listAnswers(fileSchema, `The ${kind} of the run, by name`),
      }),
      async (context) => {
        const page = context.req.valid("query");
        const held = await (await files(context, context.req.valid("param").run)).list(kind);
        return listed(
          context,
          slicePage(held, page, ({ name }) => name),
          {
            ...page,
            cursorOf: ({ name }) => name,
          },
        );
      },
    );
    api.openapi(
      createRoute({
        method: "get",
        path: `/api/runs/{run}/${kind}/{name}`,
        middleware: viewer,
        request: { params: runId.extend(inPath("name").shape) },
        responses: rawAnswers("application/octet-stream", "Its content; `Range` asks for a part"),
      }),
      async (context) => {
        const { run, name } = context.req.valid("param");
        const content = await (await files(context, run)).read(kind, name);
        return sendBytes(context, content, name);
      },
    );
  }
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{run}/attachments/{name}",
      middleware: viewer,
      request: { params: runId.extend(inPath("name").shape) },
      responses: rawAnswers(
        "application/octet-stream",
        "A file that came with the message; `Range` asks for a part",
      ),
    }),
    async (context) => {
      const { run, name } = context.req.valid("param");
      await runtime.conversations.checkRun(run, auditorOf(context));
      const sent = (await runtime.mail.attachments(run)).find((file) => file.name === name);
      if (sent === undefined)
        throw new DejimaError(
          "not_found",
          `Cannot find "${name.slice(0, 200)}" among the files of this conversation`,
        );
      return sendBytes(context, await runtime.mail.readAttachment(run, sent.id), name);
    },
  );
}

const TEXT = /\.(?:txt|md|csv|tsv|json|jsonl|ya?ml|log|diff|patch|xml|html?|svg|css|[cm]?[jt]sx?|py|sh)$/i;
/** What a browser shows without running anything. */
const SHOWN = /\.(?:png|jpe?g|gif|webp|pdf)$/i;

function sendBytes(context: Context, content: Uint8Array, name: string): Response {
  const range = byteRange(context.req.header("range"), content.length);
  const isText = /^[0-9a-f]{64}$/.test(name) || TEXT.test(name);
  const headers = {
    "accept-ranges": "bytes",
    "content-type": isText
      ? "text/plain; charset=utf-8"
      : SHOWN.test(name)
        ? mediaTypeOf(name)
        : "application/octet-stream",
    "content-disposition": `${SHOWN.test(name) || isText ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(name)}`,
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

/** The bytes that a `Range` header asks for of so many; all of them without a range, `undefined` if the range cannot be met. */
type ByteRange =
  | { readonly type: "all" }
  | { readonly type: "part"; readonly start: number; readonly end: number }
  | { readonly type: "unsatisfiable" };

/** Reads one range; several at once, and what is no range of bytes, count as none, as the standard lets us. */
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
