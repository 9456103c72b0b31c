import type { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import type { AppVariables } from "../app-context.ts";
import { problem } from "../problem.ts";
import { requireRole } from "../security/authenticate.ts";

const body = z.strictObject({
  message: z.string().min(1).max(100_000),
  conversation: z.string().max(200).optional(),
});
const MAX_CHATS = 300;

/** `POST /api/chat`: one message to the agent, answered by the events of its run. Closing the connection stops it. */
export function chatRoute(app: Hono<{ Variables: AppVariables }>, runtime: Runtime): void {
  let open = 0;
  app.post("/api/chat", requireRole("user"), async (context) => {
    const parsed = body.safeParse(await context.req.json().catch(() => undefined));
    if (!parsed.success) {
      return problem(
        context,
        new DejimaError("invalid_input", 'Cannot chat: send {"message": "…", "conversation": "…"?} as JSON'),
      );
    }
    if (open >= MAX_CHATS) {
      return problem(
        context,
        new DejimaError("limit_exceeded", `Cannot chat now: ${MAX_CHATS} are going on; try again later`),
        503,
      );
    }
    const { message, conversation } = parsed.data;
    const agent = await runtime.agent();
    const stop = new AbortController();
    open++;
    return streamSSE(context, async (stream) => {
      stream.onAbort(() => stop.abort());
      let id = 0;
      try {
        const options = {
          signal: stop.signal,
          park: true,
          door: "http",
          user: context.get("caller").name,
          ...(conversation === undefined ? {} : { conversation }),
        };
        for await (const event of agent.run(message, options)) {
          await stream.writeSSE({ id: String(++id), event: event.type, data: JSON.stringify(event) });
        }
      } finally {
        open--;
      }
    });
  });
}
