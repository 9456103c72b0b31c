import { z } from "@hono/zod-openapi";
import { includesRole } from "../../../../access/tokens.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { pushSubscriptionSchema, pushTargetSchema } from "../../../../contract/user/push.ts";
import type { Runtime } from "../../../../runtime.ts";
import { testNotice } from "../../announce-by-push.ts";
import { type Api, answers, route } from "../../api.ts";
import { requireRole } from "../../caller.ts";

/** `/api/push`: notifications for browsers whose page is closed. People manage their own. */
export function pushRoutes(api: Api, { push }: Pick<Runtime, "push">): void {
  const middleware = requireRole("viewer");
  api.openapi(
    route("get /api/push", {
      middleware,
      responses: answers(
        z.object({ publicKey: z.string(), targets: z.array(pushTargetSchema) }),
        "The key that a browser subscribes with, and the browsers of the caller",
      ),
    }),
    async (context) => {
      const { name } = context.get("caller");
      return context.json({ publicKey: await push.publicKey(), targets: await push.list(name) }, 200);
    },
  );
  api.openapi(
    route("post /api/push/targets", {
      middleware,
      body: { content: { "application/json": { schema: pushSubscriptionSchema } }, required: true },
      responses: answers(
        pushTargetSchema,
        "The stored browser, after its push service has accepted a message",
      ),
    }),
    async (context) => {
      const { name, role } = context.get("caller");
      const person = { user: name, answers: includesRole(role, "approver") };
      return context.json(await push.subscribe(context.req.valid("json"), person), 200);
    },
  );
  api.openapi(
    route("delete /api/push/targets/{id}", {
      middleware,
      params: z.object({ id: z.string().min(1).max(100) }),
      responses: answers(z.object({ removed: z.literal(true) }), "The browser gets no more notifications"),
    }),
    async (context) => {
      const { id } = context.req.valid("param");
      if (!(await push.unsubscribe(context.get("caller").name, id)))
        throw new DejimaError("not_found", "Cannot stop notifying this browser: it is not one of yours");
      return context.json({ removed: true as const }, 200);
    },
  );
  api.openapi(
    route("post /api/push/test", {
      middleware,
      responses: answers(
        z.object({ sent: z.int(), removed: z.int(), problems: z.array(z.string()) }),
        "To how many browsers of the caller a test went",
      ),
    }),
    async (context) => {
      const { name } = context.get("caller");
      const { problems, ...rest } = await push.notify({ user: name }, testNotice, { always: true });
      return context.json({ ...rest, problems: [...problems] }, 200);
    },
  );
}
