import { createRoute, z } from "@hono/zod-openapi";
import { runSchema } from "../../../contract/run.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, answers, inPath, pageQuery } from "../api.ts";
import { requireRole } from "../security/authenticate.ts";

const runId = inPath("run");

/** `/api/runs`: list, events, verify, observations, undo. */
export function runRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs",
      middleware: requireRole("viewer"),
      request: { query: pageQuery },
      responses: answers(z.array(runSchema), "The runs, newest first"),
    }),
    async (context) => {
      const { limit, before } = context.req.valid("query");
      return context.json(
        await (await runtime.history()).list(before === undefined ? { limit } : { limit, before }),
        200,
      );
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{run}/events",
      middleware: requireRole("viewer"),
      request: {
        params: runId,
        query: z.object({
          limit: z.coerce.number().int().min(1).max(1000).default(200),
          before: z.coerce.number().int().min(0).optional(),
        }),
      },
      responses: answers(
        z.array(z.object({ seq: z.int(), type: z.string() }).loose()),
        "Records of the harbour log, oldest first; `before` pages back",
      ),
    }),
    async (context) => {
      const { limit, before } = context.req.valid("query");
      const records = await (await runtime.history()).readEnd(
        context.req.valid("param").run,
        before === undefined ? { limit } : { limit, before },
      );
      // Read from the log as JSON: every field is data that the schema lets through.
      return context.json(records as never, 200);
    },
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{run}/verify",
      middleware: requireRole("viewer"),
      request: { params: runId },
      responses: answers(
        z.object({
          ok: z.boolean(),
          records: z.int(),
          firstBad: z.object({ record: z.int(), problem: z.string() }).optional(),
          torn: z.boolean().optional(),
        }),
        "Whether the log is as it was written",
      ),
    }),
    async (context) =>
      context.json({ ...(await (await runtime.history()).verify(context.req.valid("param").run)) }, 200),
  );
  api.openapi(
    createRoute({
      method: "get",
      path: "/api/runs/{run}/observations/{sha256}",
      middleware: requireRole("viewer"),
      request: {
        params: runId.extend(inPath("sha256", z.string().length(64)).shape),
        query: z.object({
          offset: z.coerce.number().int().min(0).default(0),
          limit: z.coerce.number().int().min(1).max(1_000_000).default(100_000),
        }),
      },
      responses: answers(
        z.object({ text: z.string(), offset: z.int(), totalCharacters: z.int() }),
        "A part of what a tool gave back",
      ),
    }),
    async (context) => {
      const { run, sha256 } = context.req.valid("param");
      const { offset, limit } = context.req.valid("query");
      const text = await (await runtime.history()).observation(run, `observations/${sha256}`);
      return context.json(
        { text: text.slice(offset, offset + limit).toWellFormed(), offset, totalCharacters: text.length },
        200,
      );
    },
  );
  api.openapi(
    createRoute({
      method: "post",
      path: "/api/runs/undo/{call}",
      middleware: requireRole("user"),
      request: { params: inPath("call") },
      responses: answers(
        z.object({ undone: z.array(z.object({ path: z.string(), action: z.string() })) }),
        "What was put back",
      ),
    }),
    async (context) => {
      const { undone } = await runtime.undo(context.req.valid("param").call);
      return context.json({ undone: undone.map((change) => ({ ...change })) }, 200);
    },
  );
}
