import { z } from "@hono/zod-openapi";
import { MODEL_PROVIDERS } from "../../../contract/config-names.ts";
import { CHOOSERS, MODEL_PROBLEMS } from "../../../contract/model-names.ts";
import type { ModelAnswer, ModelSelection, Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { type Api, answers, jsonBody, route } from "../api.ts";
import { requireRole } from "../caller.ts";

const providerName = z.enum(MODEL_PROVIDERS);

const modelSchema = z.object({
  id: z.string(),
  offline: z.boolean().describe("Whether it answers by rules, with no key and no network"),
  introduction: z.object({ en: z.string(), zh: z.string() }).optional(),
  missing: z.string().optional().describe("Why it cannot be used now, such as a missing key"),
});

const stateSchema = z.object({
  id: z.string(),
  by: z.enum(CHOOSERS).describe("Who decided that this model is used"),
  missing: z.string().optional(),
  keysFile: z.string().optional().describe("Where entered keys are stored, readable by their owner alone"),
  providers: z.array(
    z.object({
      provider: providerName,
      label: z.string(),
      keyFrom: z.enum(["config", "user", "environment"]).optional().describe("Where its key comes from"),
      keyVariable: z.string().optional(),
      baseUrl: z.string().optional(),
      defaultModel: z.string(),
      needsKey: z.boolean(),
      found: z.array(z.string()).optional().describe("The models of an Ollama that answers here"),
    }),
  ),
});

const selectionSchema = z.strictObject({
  provider: providerName,
  name: z.string().min(1).max(300).optional().describe("The model's name, or the whole path of a GGUF file"),
  apiKey: z.string().min(1).max(4_000).optional().describe("Stored for the owner alone, and never given out"),
  baseUrl: z.string().min(1).max(2_000).optional(),
});

const answerSchema = z.object({
  ok: z.boolean(),
  id: z.string(),
  models: z.array(z.string()).describe("The models that the provider lists"),
  problem: z.enum(MODEL_PROBLEMS).optional(),
  detail: z.string().optional().describe("The provider's own words, without secrets"),
});

/** `/api/model`, `/api/models`: the model in use, and how another is connected. No response contains a key. */
export function modelRoutes(api: Api, runtime: Runtime): void {
  const { models } = runtime;
  const shown = (answer: ModelAnswer) => ({ ...answer, models: [...answer.models] });
  api.openapi(
    route("get /api/model", {
      middleware: requireRole("viewer"),
      responses: answers(modelSchema, "The model that answers"),
    }),
    async (context) => {
      const { id, introduction, missing } = await runtime.agent.model();
      const offline = id.startsWith("offline:");
      return context.json({ id, offline, ...defined({ introduction, missing }) }, 200);
    },
  );
  api.openapi(
    route("put /api/model", {
      middleware: requireRole("admin"),
      description:
        "Takes effect with the next message; `null` gives the choice back to config and environment.",
      ...jsonBody(z.strictObject({ name: z.string().min(1).max(300).nullable() })),
      responses: answers(z.object({ name: z.string().nullable() }), "The stored choice"),
    }),
    async (context) => {
      const { name } = context.req.valid("json");
      await runtime.useModel(name ?? undefined);
      return context.json({ name }, 200);
    },
  );
  api.openapi(
    route("get /api/models", {
      middleware: requireRole("admin"),
      responses: answers(stateSchema, "The model that answers, who chose it, and the providers there are"),
    }),
    async (context) => {
      const { providers, ...state } = await models.state();
      const copied = providers.map(({ found, ...each }) =>
        found === undefined ? each : { ...each, found: [...found] },
      );
      return context.json({ ...state, providers: copied }, 200);
    },
  );
  for (const [place, work, says] of [
    ["post /api/models/test", models.test, "The result of a short question to the model; nothing is stored"],
    [
      "post /api/models/connect",
      models.connect,
      "How the test went; a model that answers is used from now on",
    ],
  ] as const)
    api.openapi(
      route(place, {
        middleware: requireRole("admin"),
        ...jsonBody(selectionSchema),
        responses: answers(answerSchema, says),
      }),
      async (context) => {
        const request: ModelSelection = context.req.valid("json");
        return context.json(shown(await work(request)), 200);
      },
    );
  api.openapi(
    route("delete /api/models/{provider}", {
      middleware: requireRole("admin"),
      params: z.object({ provider: providerName.openapi({ param: { name: "provider", in: "path" } }) }),
      responses: answers(z.object({ forgotten: z.boolean() }), "Whether a key or an address was stored"),
    }),
    async (context) => {
      const { provider } = context.req.valid("param");
      return context.json({ forgotten: await models.disconnect(provider) }, 200);
    },
  );
}
