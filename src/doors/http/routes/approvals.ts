import { z } from "@hono/zod-openapi";
import { assertGroups } from "../../../access/groups.ts";
import { type Caller, includesRole } from "../../../access/tokens.ts";
import {
  APPROVAL_STATUSES,
  type Approval,
  approvalSchema,
  MAX_REASON_CHARACTERS,
  noSuchApproval,
} from "../../../contract/asking/approval.ts";
import { DejimaError } from "../../../contract/error.ts";
import { executionSchema, isTakenElsewhere } from "../../../contract/execution.ts";
import { outcomeSchema } from "../../../contract/outcome.ts";
import { LOCAL_USER } from "../../../contract/run.ts";
import { changesFolder } from "../../../contract/words/question-words.ts";
import type { Runtime, Speaker } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
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
} from "../api.ts";
import { auditorOf, requireRole, speakerOf } from "../caller.ts";

const id = inPath("id");
const NAMES_OTHERS = "Cannot give a grant to other users or groups: only an admin may name them";

/** The kind of offer behind each choice. */
const OFFER_OF = { once: undefined, run: "run", grant: "wide" } as const;

const approvalViewSchema = approvalSchema.extend({
  call: z.object({
    state: z.enum(["not run", "running", "may have run", "done", "failed"]),
    execution: executionSchema.optional(),
  }),
  attended: z
    .boolean()
    .describe("Whether a live process has the run open and continues the call automatically"),
});

const answerSchema = z.strictObject({
  answer: z.enum(["approve", "deny"]),
  scope: z
    .enum(["once", "run", "grant"])
    .default("once")
    .describe("This call alone; the same again in this run; the wider grant that the question offers"),
  grant: z.string().max(200).optional().describe("The key of an offer, instead of a scope"),
  rule: z
    .string()
    .max(200)
    .optional()
    .describe(
      "The key of a change of the rules that the question offers; one for the folder needs the role admin",
    ),
  reason: z
    .string()
    .max(MAX_REASON_CHARACTERS)
    .optional()
    .describe("With a no: why not, in the person's own words; the model gets it"),
  lines: z.array(z.int().min(1)).max(1000).optional().describe("The lines of a plan; all when left out"),
  callHash: z
    .string()
    .max(200)
    .optional()
    .describe("The hash of the question as it was shown; an answer to another call is refused"),
  users: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .describe("Whose runs a grant covers besides those of the user who was asked; only an admin names them"),
  groups: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(100)
    .optional()
    .describe("The groups whose members' runs a grant covers as well; only an admin names them"),
});

function changed(id: string): string {
  return `Cannot answer ${id}: it is about another call than the one that was shown. Look at it again`;
}

/** `/api/approvals`: the questions, and a person's answers. A user sees the questions of their own runs. */
export function approvalRoutes(api: Api, runtime: Runtime): void {
  const { approvals } = runtime;

  /** Whether the question belongs to a run that this person may see. */
  async function isOpenTo(approval: Approval, { user, seesAll }: Speaker): Promise<boolean> {
    if (seesAll === true) return true;
    const run = await runtime.store.runs.get(approval.runId);
    return (run?.user ?? LOCAL_USER) === user;
  }

  async function shown(approvalId: string, from: Speaker) {
    const candidate = await approvals.show(approvalId);
    if (await isOpenTo(candidate, from)) return candidate;
    throw noSuchApproval(approvalId);
  }

  api.openapi(
    route("get /api/approvals", {
      middleware: requireRole("viewer"),
      query: pageQuery.extend({
        status: z.enum(APPROVAL_STATUSES).optional(),
        run: z.string().max(200).optional(),
      }),
      responses: listAnswers(approvalSchema, "The questions, newest first"),
    }),
    async (context) => {
      const { limit, cursor, status, run } = context.req.valid("query");
      const wanted = {
        ...defined({ status, runId: run }),
      };
      const from = auditorOf(context);
      const found: Approval[] = [];
      let seen = cursor;
      // Fill a page after removing what belongs to others.
      while (found.length < limit) {
        const page = await approvals.list({ limit, ...wanted, ...beforeCursor(seen) });
        for (const candidate of page)
          if (found.length < limit && (await isOpenTo(candidate, from))) found.push(candidate);
        seen = page.at(-1)?.id;
        if (page.length < limit || seen === undefined) break;
      }
      return listResponse(context, found, { limit, cursorOf: (last) => last.id });
    },
  );
  api.openapi(
    route("get /api/approvals/{id}", {
      middleware: requireRole("viewer"),
      params: id,
      responses: answers(approvalViewSchema, "One question, with the outcome of its call"),
    }),
    async (context) => context.json(await shown(context.req.valid("param").id, auditorOf(context)), 200),
  );
  api.openapi(
    route("post /api/approvals/{id}/answer", {
      middleware: requireRole("approver"),
      description:
        "The first answer decides. The run continues; a call whose process is gone is run here, exactly once.",
      params: id,
      ...jsonBody(answerSchema),
      responses: answers(
        z.object({
          accepted: z.boolean(),
          message: z.string(),
          approval: approvalSchema,
          also: z.array(z.string()).describe("Other open questions that the same grant has settled"),
          outcome: outcomeSchema.optional().describe("How the call ended, where it was run here"),
        }),
        "Whether the answer counted",
      ),
    }),
    async (context) => {
      const body = context.req.valid("json");
      const { answer, scope, lines, rule, reason, grant: named, callHash, users, groups } = body;
      const grant = named ?? OFFER_OF[scope];
      const { id: approvalId } = context.req.valid("param");
      const caller = context.get("caller");
      if ((users !== undefined || groups !== undefined) && !includesRole(caller.role, "admin"))
        throw new DejimaError("forbidden", NAMES_OTHERS, { id: approvalId });
      if (groups !== undefined) await assertGroups(runtime.store.documents, groups);
      if (rule !== undefined && changesFolder(await approvals.show(approvalId), rule))
        mayChangeRules(caller, approvalId);
      if (callHash !== undefined && callHash !== (await approvals.show(approvalId)).hash)
        throw new DejimaError("conflict", changed(approvalId), { id: approvalId });
      const decision = {
        answer,
        by: caller.name,
        door: "http",
        ...(grant === undefined || answer === "deny" ? {} : { grant }),
        ...defined({ lines, rule, reason }),
        ...(users === undefined || grant === undefined ? {} : { users }),
        ...(groups === undefined || grant === undefined ? {} : { groups }),
      };
      const result = await approvals.answer(approvalId, decision, speakerOf(context));
      const { approval, accepted } = result;
      const outcome = accepted ? await continueRun(approval) : undefined;
      for (const other of result.also) await continueRun(other);
      const also = result.also.map((other) => other.id);
      return context.json({ ...result, also, ...defined({ outcome }) }, 200);
    },
  );
  api.openapi(
    route("post /api/approvals/answer", {
      middleware: requireRole("approver"),
      description:
        "Answers several questions at once, each by the hash that was shown. Questions that changed meanwhile stay open.",
      ...jsonBody(
        z.strictObject({
          answer: z.enum(["approve", "deny"]),
          questions: z
            .array(z.strictObject({ id: z.string().max(100), callHash: z.string().max(200) }))
            .min(1)
            .max(100),
        }),
      ),
      responses: answers(
        z.object({
          results: z.array(z.object({ id: z.string(), accepted: z.boolean(), message: z.string() })),
        }),
        "Whether each answer counted",
      ),
    }),
    async (context) => {
      const { answer, questions } = context.req.valid("json");
      const decision = { answer, by: context.get("caller").name, door: "http" } as const;
      const results: { id: string; accepted: boolean; message: string }[] = [];
      for (const { id: approvalId, callHash } of questions) {
        if ((await approvals.show(approvalId)).hash !== callHash) {
          results.push({ id: approvalId, accepted: false, message: changed(approvalId) });
          continue;
        }
        const { accepted, message, approval } = await approvals.answer(
          approvalId,
          decision,
          speakerOf(context),
        );
        if (accepted) await continueRun(approval);
        results.push({ id: approvalId, accepted, message });
      }
      return context.json({ results }, 200);
    },
  );

  /**
   * Throws unless the caller may change rules: the rules of the folder apply to everybody who works there.
   */
  function mayChangeRules({ name, role }: Caller, approvalId: string): void {
    if (includesRole(role, "admin")) return;
    throw new DejimaError(
      "forbidden",
      `Cannot change the rules of the folder as ${name}: it needs the role admin. Turn it on for this conversation instead`,
      { id: approvalId },
    );
  }

  /** A waiting run continues automatically. A run whose process is gone is resumed here, unless another process was faster. */
  async function continueRun(approval: Approval) {
    if (approval.status === "pending") return undefined;
    const { attended } = await approvals.show(approval.id);
    if (attended || (await runtime.conversations.wake(approval.runId))) return undefined;
    return runtime.continueAnswered(approval.id).then(
      (continued) => continued?.outcome,
      (error: unknown) => {
        if (isTakenElsewhere(error)) return undefined;
        throw error;
      },
    );
  }
}
