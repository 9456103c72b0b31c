import { z } from "@hono/zod-openapi";
import { MESSENGER_NAMES } from "../../../../config/schema/messengers.ts";
import { MESSENGER_PROBLEMS, MESSENGER_STATES } from "../../../../contract/user/messenger.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { type Api, answers, jsonBody, route } from "../../api.ts";
import { requireRole } from "../../caller.ts";

const person = z.string().min(1).max(200);

const reportSchema = z.object({
  state: z.enum(MESSENGER_STATES).describe("idle: no process answers there"),
  since: z.string().optional(),
  problem: z
    .object({ kind: z.enum(MESSENGER_PROBLEMS), text: z.string(), at: z.string() })
    .optional()
    .describe("The latest problem"),
});

const infoSchema = reportSchema.extend({
  name: z.enum(MESSENGER_NAMES),
  title: z.string(),
  titleZh: z.string().optional().describe("What it is called in Chinese, if that differs"),
  steps: z
    .array(z.object({ en: z.string(), zh: z.string() }))
    .describe("The steps that a person takes at the messenger first"),
  connected: z.boolean().describe("Whether the config names it"),
  enabled: z.boolean().describe("Whether the assistant answers there"),
  allowed: z.array(z.string()).describe("Who may write"),
  approvers: z
    .array(z.string())
    .optional()
    .describe("Who may answer questions; all who may write when left out"),
  settings: z.record(z.string(), z.string()).describe("The settings that a person enters, without secrets"),
  secrets: z
    .array(z.object({ key: z.string(), isSet: z.boolean(), optional: z.boolean() }))
    .describe("Which secrets are set; no values"),
});

const entrySchema = z.strictObject({
  settings: z.record(z.string().max(50), z.string().max(2_000)).default({}),
  secrets: z
    .record(z.string().max(50), z.string().max(10_000))
    .default({})
    .describe("Write-only: stored with the secrets. Omitted ones keep their value"),
  allow: z.array(person).max(1_000).optional(),
});

const fileSchema = z.object({ file: z.string().describe("The config that was changed") });

/**
 * `/api/channels`: the messengers that reach the assistant. For admins. Secrets are written and never
 * returned.
 */
export function channelRoutes(api: Api, { channels, mail }: Pick<Runtime, "channels" | "mail">): void {
  const middleware = requireRole("admin");
  const params = z.object({ name: z.enum(MESSENGER_NAMES).openapi({ param: { name: "name", in: "path" } }) });
  api.openapi(
    route("get /api/channels", {
      middleware,
      responses: answers(
        z.object({ channels: z.array(infoSchema) }),
        "Every messenger, with its connection and its state",
      ),
    }),
    async (context) => {
      const found = (await channels.list()).map(
        ({ allowed, approvers, secrets, settings, since, problem, steps, titleZh, ...rest }) => ({
          ...rest,
          allowed: [...allowed],
          secrets: [...secrets],
          settings: { ...settings },
          steps: [...steps],
          ...defined({ titleZh }),
          ...(approvers === undefined ? {} : { approvers: [...approvers] }),
          ...defined({ since, problem }),
        }),
      );
      return context.json({ channels: found }, 200);
    },
  );
  api.openapi(
    route("put /api/channels/{name}", {
      middleware,
      params,
      ...jsonBody(entrySchema),
      responses: answers(fileSchema, "The messenger is in the config, and its secrets are kept"),
    }),
    async (context) => {
      const { name } = context.req.valid("param");
      const doer = { by: context.get("caller").name };
      const { file } = await channels.connect(name, context.req.valid("json"), doer);
      return context.json({ file }, 200);
    },
  );
  api.openapi(
    route("patch /api/channels/{name}", {
      middleware,
      params,
      ...jsonBody(z.strictObject({ enabled: z.boolean() })),
      responses: answers(fileSchema, "The messenger is turned on or off, at once"),
    }),
    async (context) => {
      const { enabled } = context.req.valid("json");
      return context.json(
        await channels.setEnabled(context.req.valid("param").name, enabled, {
          by: context.get("caller").name,
        }),
        200,
      );
    },
  );
  api.openapi(
    route("put /api/channels/{name}/people", {
      middleware,
      params,
      ...jsonBody(
        z.strictObject({
          allowed: z.array(person).max(1_000),
          approvers: z.array(person).max(1_000).optional(),
        }),
      ),
      responses: answers(fileSchema, "Who may write, and who may answer; all of them without `approvers`"),
    }),
    async (context) =>
      context.json(
        await channels.setPeople(context.req.valid("param").name, context.req.valid("json"), {
          by: context.get("caller").name,
        }),
        200,
      ),
  );
  api.openapi(
    route("post /api/channels/{name}/test", {
      middleware,
      description: "Reconnects. With `person`, also sends them a message.",
      params,
      ...jsonBody(z.strictObject({ person: person.optional() })),
      responses: answers(reportSchema, "How it went"),
    }),
    async (context) => {
      const { name } = context.req.valid("param");
      const { person: to } = context.req.valid("json");
      const { state, since, problem } = await channels.test(name);
      if (to !== undefined && state === "connected")
        await mail.send({ type: "text", text: HELLO }, await mail.find(`${name}:${to}`), {
          signal: context.req.raw.signal,
        });
      const shown = {
        ...defined({ since, problem }),
      };
      return context.json({ state, ...shown }, 200);
    },
  );
  api.openapi(
    route("delete /api/channels/{name}", {
      middleware,
      params,
      responses: answers(fileSchema, "The messenger is out of the config, and its secrets are gone"),
    }),
    async (context) => {
      const doer = { by: context.get("caller").name };
      return context.json(await channels.remove(context.req.valid("param").name, doer), 200);
    },
  );
}

const HELLO = "Dejima can reach you here. · Dejima 可以在这里联系到你。";
