import { z } from "@hono/zod-openapi";
import { conversationSchema, turnSchema } from "../../../../contract/user/conversation.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import {
  type Api,
  answers,
  beforeCursor,
  inPath,
  jsonBody,
  listAnswers,
  listResponse,
  pageQuery,
  route,
} from "../../api.ts";
import { requireRole, speakerOf } from "../../caller.ts";

const id = inPath("id");
const shownTurn = turnSchema.omit({ context: true, conversationId: true });

/** `/api/conversations`: each person's own; an admin sees all. */
export function conversationRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /api/conversations", {
      middleware: requireRole("viewer"),
      query: pageQuery.extend({
        query: z.string().trim().max(200).optional().describe("Only those that contain this text"),
      }),
      responses: listAnswers(conversationSchema, "The conversations, the one last spoken in first"),
    }),
    async (context) => {
      const { limit, cursor, query } = context.req.valid("query");
      const { conversations } = runtime;
      const wanted = query ? { text: query } : {};
      const found = await conversations.list(speakerOf(context), {
        limit,
        ...beforeCursor(cursor),
        ...wanted,
      });
      return listResponse(context, found, { limit, cursorOf: (last) => last.id });
    },
  );
  api.openapi(
    route("get /api/conversations/{id}", {
      middleware: requireRole("viewer"),
      params: id,
      query: pageQuery,
      responses: answers(
        conversationSchema.extend({
          turns: z.array(shownTurn),
          kept: z
            .array(z.object({ id: z.string(), at: z.int(), text: z.string() }))
            .describe("Messages stored for its person; `DELETE …/kept` once they were read"),
          earlier: z.string().optional().describe("Pass it as `cursor` for the turns before these"),
        }),
        "A conversation with its last turns, oldest first",
      ),
    }),
    async (context) => {
      const { limit, cursor } = context.req.valid("query");
      const { conversations } = runtime;
      const speaker = speakerOf(context);
      const { id: named } = context.req.valid("param");
      const found = await conversations.get(named, speaker);
      const turns = await conversations.turns(named, speaker, { limit, ...beforeCursor(cursor) });
      const shown = turns.map(({ context: _context, conversationId: _conversation, ...turn }) => turn);
      const stored = await runtime.mail.kept(named);
      const earlier = turns.length === limit ? turns[0]?.runId : undefined;
      return context.json({ ...found, turns: shown, kept: [...stored], ...defined({ earlier }) }, 200);
    },
  );
  api.openapi(
    route("delete /api/conversations/{id}/kept", {
      middleware: requireRole("user"),
      params: id,
      responses: answers(z.object({ taken: z.int() }), "How many messages were taken as read"),
    }),
    async (context) => {
      const { id: named } = context.req.valid("param");
      await runtime.conversations.get(named, speakerOf(context));
      return context.json({ taken: (await runtime.mail.take(named)).length }, 200);
    },
  );
  api.openapi(
    route("get /api/conversations/{id}/rules", {
      middleware: requireRole("viewer"),
      params: id,
      responses: answers(
        z.object({ turnedOn: z.array(z.string()) }),
        "The rules that were turned on only for this conversation",
      ),
    }),
    async (context) => {
      const { id: named } = context.req.valid("param");
      await runtime.conversations.get(named, speakerOf(context));
      return context.json({ turnedOn: [...(await runtime.rules.ofConversation(named))] }, 200);
    },
  );
  api.openapi(
    route("delete /api/conversations/{id}/rules", {
      middleware: requireRole("user"),
      params: id,
      responses: answers(
        z.object({ changed: z.boolean() }),
        "Whether anything was on; it is off again at once",
      ),
    }),
    async (context) => {
      const { id: named } = context.req.valid("param");
      await runtime.conversations.get(named, speakerOf(context));
      return context.json({ changed: await runtime.rules.forgetIn(named) }, 200);
    },
  );
  api.openapi(
    route("post /api/conversations/{id}/branch", {
      middleware: requireRole("user"),
      params: id,
      ...jsonBody(z.strictObject({ before: z.string().max(200).describe("The run to branch off before") })),
      responses: answers(
        conversationSchema,
        "A new conversation with the turns before this run; the old one stays",
      ),
    }),
    async (context) => {
      const { before: run } = context.req.valid("json");
      const { id: named } = context.req.valid("param");
      return context.json(await runtime.conversations.branch(named, speakerOf(context), run), 200);
    },
  );
  api.openapi(
    route("patch /api/conversations/{id}", {
      middleware: requireRole("user"),
      params: id,
      ...jsonBody(z.strictObject({ title: z.string().trim().min(1).max(200) })),
      responses: answers(conversationSchema, "The conversation under its new title"),
    }),
    async (context) => {
      const { title } = context.req.valid("json");
      const { conversations } = runtime;
      return context.json(
        await conversations.rename(context.req.valid("param").id, speakerOf(context), title),
        200,
      );
    },
  );
  api.openapi(
    route("delete /api/conversations/{id}", {
      middleware: requireRole("user"),
      params: id,
      responses: answers(
        z.object({ id: z.string() }),
        "The conversation that was forgotten; its runs and their logs stay",
      ),
    }),
    async (context) => {
      const { id: named } = context.req.valid("param");
      await runtime.conversations.delete(named, speakerOf(context));
      return context.json({ id: named }, 200);
    },
  );
}
