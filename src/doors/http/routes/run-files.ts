import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Api, inPath, listAnswers, pageQuery, rawAnswers, route, slicedResponse } from "../api.ts";
import type { AppVariables } from "../app-context.ts";
import { auditorOf, requireRole, speakerOf } from "../caller.ts";
import { sendBytes } from "../send-bytes.ts";

const runId = inPath("run");
const viewer = requireRole("viewer");
const fileSchema = z.object({ name: z.string(), bytes: z.int() });

/**
 * Observations and artifacts of runs, whole or in parts (`Range`). Never served as a page that a browser
 * would execute.
 */
export function runFileRoutes(api: Api, runtime: Runtime): void {
  const files = async (context: Context<{ Variables: AppVariables }>, run: string) => {
    await runtime.conversations.checkRun(run, auditorOf(context));
    return runtime.history.files(run);
  };
  for (const kind of ["observations", "artifacts"] as const) {
    api.openapi(
      route(`get /api/runs/{run}/${kind}`, {
        middleware: viewer,
        params: runId,
        query: pageQuery,
        responses: listAnswers(fileSchema, `The ${kind} of the run, by name`),
      }),
      async (context) => {
        const page = context.req.valid("query");
        const listed = await (await files(context, context.req.valid("param").run)).list(kind);
        return slicedResponse(context, listed, page, ({ name }) => name);
      },
    );
    api.openapi(
      route(`get /api/runs/{run}/${kind}/{name}`, {
        middleware: viewer,
        params: runId.extend(inPath("name").shape),
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
    route("get /api/runs/{run}/attachments/{name}", {
      middleware: viewer,
      params: runId.extend(inPath("name").shape),
      responses: rawAnswers(
        "application/octet-stream",
        "A file that came with the message; `Range` asks for a part",
      ),
    }),
    async (context) => {
      const { run, name } = context.req.valid("param");
      await runtime.conversations.checkRun(run, speakerOf(context));
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
