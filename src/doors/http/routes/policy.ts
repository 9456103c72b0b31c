import { z } from "@hono/zod-openapi";
import { settingsFrom } from "../../../config/settings-from.ts";
import { callEndSchema, QUESTION_ENDS } from "../../../contract/event.ts";
import { recordedOriginSchema } from "../../../contract/origin.ts";
import { RISKS } from "../../../contract/tool.ts";
import { reasonSchema, VERDICTS, verdictSchema } from "../../../contract/verdict.ts";
import type { Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { type Api, answers, inPath, jsonBody, route } from "../api.ts";
import { auditorOf, reasonOf, requireRole } from "../caller.ts";

const rules = z.array(z.string().max(1000)).max(1000).optional();

const changeSchema = z.strictObject({
  rule: z.string().min(1).max(1000),
  verdict: z.enum(VERDICTS).nullable().describe("null removes the rule"),
});

const testedSchema = z.object({
  calls: z.int(),
  changed: z.array(
    z.object({
      callId: z.string(),
      tool: z.string(),
      before: z.enum(VERDICTS),
      after: z.enum(VERDICTS),
      reasons: z.array(reasonSchema),
    }),
  ),
});

const risks = z.array(z.enum(RISKS)).max(RISKS.length);

const dutiesSchema = z.object({
  byOthers: risks.describe("Risks for which someone other than the requester has to approve"),
  demanded: risks.describe("The risks that the server owner's own config demands in every folder"),
  file: z.string().optional().describe("Where it is kept; absent where it cannot be changed here"),
});

/** The response schema has mutable arrays. */
function dutiesFrom({ byOthers, demanded, ...rest }: Awaited<ReturnType<Runtime["rules"]["duties"]>>) {
  return { ...rest, byOthers: [...byOthers], demanded: [...demanded] };
}

/** `/api/policy`: the rules, the reasons of a verdict, and the effects of other rules. */
export function policyRoutes(api: Api, runtime: Runtime): void {
  api.openapi(
    route("get /api/policy", {
      middleware: requireRole("viewer"),
      responses: answers(
        z.object({
          safe: z.array(z.string()),
          confirm: z.array(z.string()),
          deny: z.array(z.string()),
          file: z
            .string()
            .optional()
            .describe("Where they are kept; absent where they cannot be changed here"),
        }),
        "The rules of the config",
      ),
    }),
    async (context) => {
      const [{ allow, ask, deny }, file] = await Promise.all([runtime.rules.list(), runtime.rules.file()]);
      const lists = { safe: [...allow], confirm: [...ask], deny: [...deny] };
      return context.json({ ...lists, ...defined({ file }) }, 200);
    },
  );
  api.openapi(
    route("get /api/policy/duties", {
      middleware: requireRole("viewer"),
      responses: answers(dutiesSchema, "The risks for which nobody can approve their own calls"),
    }),
    async (context) => context.json(dutiesFrom(await runtime.rules.duties()), 200),
  );
  api.openapi(
    route("put /api/policy/duties", {
      middleware: requireRole("admin"),
      description:
        "Sets in the config the risks for which someone else has to approve, and applies it at once.",
      ...jsonBody(dutiesSchema.pick({ byOthers: true })),
      responses: answers(dutiesSchema, "The duties in effect"),
    }),
    async (context) => {
      const { byOthers } = context.req.valid("json");
      return context.json(dutiesFrom(await runtime.rules.setDuties(byOthers, reasonOf(context))), 200);
    },
  );
  api.openapi(
    route("put /api/policy/rules", {
      middleware: requireRole("admin"),
      description: "Puts a rule into the config, or takes it out, and applies it at once.",
      ...jsonBody(changeSchema),
      responses: answers(
        z.object({
          before: z
            .enum(VERDICTS)
            .optional()
            .describe("The previous verdict of the rule, to undo the change"),
          file: z.string(),
          notice: z.string().optional().describe("Set if the rule matches no tool"),
        }),
        "The previous verdict of the rule, and the changed file",
      ),
    }),
    async (context) => {
      const { rule, verdict } = context.req.valid("json");
      const { before, file, notice } = await runtime.rules.set(
        { rule, verdict: verdict ?? undefined },
        reasonOf(context),
      );
      return context.json({ file, ...defined({ before, notice }) }, 200);
    },
  );
  api.openapi(
    route("post /api/policy/rules/test", {
      middleware: requireRole("approver"),
      description: "Judges the calls of the latest 20 runs as if one rule were changed. Nothing is changed.",
      ...jsonBody(changeSchema),
      responses: answers(testedSchema, "The recorded calls that would be judged differently"),
    }),
    async (context) => {
      const { rule, verdict } = context.req.valid("json");
      const tested = await runtime.rules.test({ rule, verdict: verdict ?? undefined }, { runs: 20 });
      return context.json(shownTest(tested), 200);
    },
  );
  api.openapi(
    route("post /api/policy/explain", {
      middleware: requireRole("viewer"),
      ...jsonBody(
        z.object({
          tool: z.string().max(200),
          input: z.unknown().optional(),
          skills: z.array(z.string().max(200)).max(20).optional(),
          run: z.string().max(200).optional().describe("The run that the call would be made in"),
        }),
      ),
      responses: answers(
        verdictSchema.extend({ change: z.array(z.string()) }),
        "How the call would be judged, and what would change it",
      ),
    }),
    async (context) => {
      const { tool, input, skills, run } = context.req.valid("json");
      if (run !== undefined) await runtime.conversations.checkRun(run, auditorOf(context));
      const { verdict, reasons, change } = await runtime.explain(tool, input, defined({ skills, run }));
      return context.json({ verdict, reasons, change: [...change] }, 200);
    },
  );
  api.openapi(
    route("get /api/policy/calls/{call}", {
      middleware: requireRole("viewer"),
      params: inPath("call"),
      responses: answers(
        z.object({
          callId: z.string(),
          tool: z.string(),
          verdict: z.enum(VERDICTS).optional(),
          reasons: z.array(reasonSchema),
          approvals: z.array(
            z.object({
              id: z.string().optional(),
              answer: z.enum(QUESTION_ENDS),
              by: z.string(),
              door: z.string().optional(),
              grant: z.string().optional(),
              at: z.string(),
            }),
          ),
          ended: callEndSchema.pick({ result: true, policy: true }).optional(),
          origins: z.array(recordedOriginSchema).optional(),
        }),
        "How a past call was judged, who agreed, and how it ended",
      ),
    }),
    async (context) => {
      const { call } = context.req.valid("param");
      await runtime.conversations.checkRun(call.replace(/\.\d+$/, ""), auditorOf(context));
      const { verdict, reasons, approvals, ...past } = await runtime.policy.explainCall(call);
      const shown = {
        ...past,
        ...defined({ verdict }),
        reasons: [...reasons],
        approvals: approvals.map(shownApproval),
      };
      return context.json(shown, 200);
    },
  );
  api.openapi(
    route("post /api/policy/test", {
      middleware: requireRole("approver"),
      description: "Judges the calls of the latest runs by other permissions. Nothing is changed.",
      ...jsonBody(
        z.strictObject({
          permissions: z.strictObject({ safe: rules, confirm: rules, deny: rules }),
          runs: z.int().min(1).max(200).default(20),
        }),
      ),
      responses: answers(
        testedSchema,
        "How many recorded calls were judged, and those that would be judged differently",
      ),
    }),
    async (context) => {
      const { permissions, runs } = context.req.valid("json");
      const proposed = Object.fromEntries(
        Object.entries(permissions).filter(([, list]) => list !== undefined),
      );
      // Validated by the same schema as the config itself.
      const { config } = settingsFrom({ permissions: proposed }, { base: "/", home: "/" });
      return context.json(shownTest(await runtime.policy.test(config.permissions, { runs })), 200);
    },
  );
  api.openapi(
    route("get /api/policy/suggest", {
      middleware: requireRole("approver"),
      query: z.object({ atLeast: z.coerce.number().int().min(1).max(1000).default(3) }),
      responses: answers(
        z.array(z.object({ rule: z.string(), list: z.string(), approvals: z.int(), lastAt: z.number() })),
        "Rules that would have saved questions, never for calls that destroy or send",
      ),
    }),
    async (context) => {
      const { atLeast } = context.req.valid("query");
      return context.json(
        (await runtime.policy.suggest({ atLeast })).map((entry) => ({ ...entry })),
        200,
      );
    },
  );
}

type Tested = Awaited<ReturnType<Runtime["policy"]["test"]>>;

function shownTest({ calls, changed }: Tested) {
  return { calls, changed: changed.map((entry) => ({ ...entry, reasons: [...entry.reasons] })) };
}

type PastCall = Awaited<ReturnType<Runtime["policy"]["explainCall"]>>;

function shownApproval({ id, answer, by, door, grant, at }: PastCall["approvals"][number]) {
  return { answer, by, at, ...defined({ id, door, grant }) };
}
