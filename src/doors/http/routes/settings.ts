import { z } from "@hono/zod-openapi";
import { ROLES } from "../../../access/tokens.ts";
import { configJsonSchema } from "../../../config/schema/config-json-schema.ts";
import { readableConfig } from "../../../config/schema/readable-config.ts";
import { type Setting, settingChangeSchema, settingSchema } from "../../../contract/setting.ts";
import type { Runtime } from "../../../runtime.ts";
import { describeReload } from "../../../text/describe-reload.ts";
import { VERSION } from "../../../version.ts";
import { type Api, answers, listAnswers, pageQuery, route, slicedResponse } from "../api.ts";
import { requireRole } from "../caller.ts";

const reloadReport = z
  .object({
    file: z.string().optional(),
    at: z.string(),
    applied: z.array(z.string()).describe("Settings that changed and take effect now"),
    restart: z.array(z.string()).describe("Settings that changed and take effect only after a restart"),
    problems: z.array(z.string()).describe("Why the changed config is not used"),
    trusted: z.boolean(),
    ignored: z.array(z.object({ key: z.string(), why: z.string() })),
  })
  .openapi("ReloadReport");

/** `/api/me`, `/api/personas`, `/api/config`: the caller, and the setup. */
export function settingRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /api/me", {
      middleware: requireRole("viewer"),
      responses: answers(
        z.object({ name: z.string(), role: z.enum(ROLES), version: z.string() }),
        "The caller, and what this person may do",
      ),
    }),
    (context) => {
      const { name, role } = context.get("caller");
      return context.json({ name, role, version: VERSION }, 200);
    },
  );
  api.openapi(
    route("get /api/personas", {
      middleware: requireRole("viewer"),
      query: pageQuery,
      responses: listAnswers(z.object({ name: z.string(), used: z.boolean() }), "The personas, by name"),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const used = (await runtime.agent.persona()).name;
      const all = (await runtime.personas()).map((name) => ({ name, used: name === used }));
      return slicedResponse(context, all, page, ({ name }) => name);
    },
  );
  api.openapi(
    route("get /api/config", {
      middleware: requireRole("admin"),
      query: z.object({
        units: z
          .enum(["true", "false"])
          .default("false")
          .describe("Times and sizes with their units, as one writes them, instead of numbers"),
      }),
      responses: answers(z.record(z.string(), z.unknown()), "The config in use, without secrets"),
    }),
    async (context) => {
      const config = await runtime.redactedConfig();
      const shown = context.req.valid("query").units === "true" ? readableConfig(config) : config;
      return context.json(shown as Record<string, unknown>, 200); // the config is an object
    },
  );
  api.openapi(
    route("get /api/config/reload", {
      middleware: requireRole("admin"),
      responses: answers(
        z.object({ report: reloadReport.nullable(), text: z.string() }),
        "The effect of the latest config change on the running server; `null` before the first",
      ),
    }),
    async (context) => {
      const report = runtime.reloaded();
      if (report === undefined) return context.json({ report: null, text: "" }, 200);
      const text = await runtime.redact(describeReload(report, { command: "dejima serve", language: "en" }));
      const problems = await Promise.all(report.problems.map((problem) => runtime.redact(problem)));
      // The response schema has mutable arrays.
      const { applied, restart, ignored } = structuredClone(report) as z.output<typeof reloadReport>;
      return context.json({ report: { ...report, applied, restart, ignored, problems }, text }, 200);
    },
  );
  singleSettings(api, runtime);
  api.openapi(
    route("get /api/config/schema", {
      middleware: requireRole("viewer"),
      responses: answers(
        z.record(z.string(), z.unknown()),
        "Every option with its meaning and default, as a JSON Schema",
      ),
    }),
    (context) => context.json(configJsonSchema() as Record<string, unknown>, 200), // JSON data
  );
}

const settingKey = z.object({ key: z.string().min(1).max(200).describe("Such as tools.timeout") });

function singleSettings(api: Api, { configSettings }: Pick<Runtime, "configSettings">): void {
  const middleware = requireRole("admin");
  api.openapi(
    route("get /api/config/settings", {
      middleware,
      query: pageQuery.extend({ language: z.enum(["en", "zh"]).default("en") }),
      responses: listAnswers(
        settingSchema,
        "Every setting that can be changed here, with its meaning and the value in use",
      ),
    }),
    async (context) => {
      const { language, ...page } = context.req.valid("query");
      const cursorOf = ({ key }: Setting) => key;
      return slicedResponse(context, await configSettings.list(language), page, cursorOf);
    },
  );
  api.openapi(
    route("put /api/config/settings/{key}", {
      middleware,
      params: settingKey,
      body: {
        content: {
          "application/json": {
            schema: z.object({
              value: z
                .array(z.string().max(10_000))
                .min(1)
                .max(1_000)
                .describe("As it is written in a config; several for a list"),
            }),
          },
        },
        required: true,
      },
      responses: answers(settingChangeSchema, "The setting as it is now"),
    }),
    async (context) => {
      const { key } = context.req.valid("param");
      return context.json(
        await configSettings.set(key, context.req.valid("json").value, { by: context.get("caller").name }),
        200,
      );
    },
  );
  api.openapi(
    route("delete /api/config/settings/{key}", {
      middleware,
      params: settingKey,
      responses: answers(settingChangeSchema, "The setting as it is without this folder's config"),
    }),
    async (context) =>
      context.json(
        await configSettings.unset(context.req.valid("param").key, { by: context.get("caller").name }),
        200,
      ),
  );
}
