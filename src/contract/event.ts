import { z } from "zod";
import { agentEventSchemas } from "./agent-event.ts";
import { RULE_SCOPES } from "./approval.ts";
import { artifactSchema } from "./artifact.ts";
import { effectSchema } from "./effect.ts";
import { ERROR_CODES, errorDataSchema } from "./error.ts";
import { observationSchema } from "./observation.ts";
import { recordedOriginSchema } from "./origin.ts";
import { RUN_MODES, RUN_STATUSES } from "./run.ts";
import { RISKS } from "./tool.ts";
import { reasonSchema, VERDICTS } from "./verdict.ts";

const base = { runId: z.string(), at: z.string() };

/** How a question ended: with an answer, unanswered when its time was over, or withdrawn because the call was stopped. */
export const QUESTION_ENDS = ["approve", "deny", "expired", "withdrawn"] as const;

export type QuestionEnd = (typeof QUESTION_ENDS)[number];

/** How a call ended: the audit record, which can be read alone. */
export const callEndSchema = z.object({
  type: z.literal("call-end"),
  ...base,
  callId: z.string(),
  tool: z.string(),
  risk: z.enum(RISKS).optional(),
  ts_start: z.string(),
  ts_end: z.string(),
  /** How long it took, without the time in which a person was asked. */
  durationMs: z.number(),
  /** How long a person was asked; absent where nobody was. */
  waitedMs: z.number().optional(),
  params: z.unknown(),
  result: z.object({
    ok: z.boolean(),
    output: z.unknown().optional(),
    observation: observationSchema.omit({ excerpt: true }).optional(),
    error: errorDataSchema.optional(),
    cached: z.boolean().optional(),
  }),
  policy: z.object({
    verdict: z.enum(VERDICTS).optional(),
    approved: z.boolean(),
    approval_scope: z.enum(["none", "call", "run", "grant"]),
  }),
  hashes: z.object({ output_sha256: z.string().optional() }),
});

/**
 * Everything that happens in a run, as one union. Subscribers get these objects, the harbour log keeps all but
 * `call-progress`, `text-delta` and `thinking-delta`. The fields of `call-end` are the audit record: it can be read alone.
 */
export const eventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("run-start"),
    ...base,
    title: z.string(),
    mode: z.enum(RUN_MODES),
    version: z.string(),
  }),
  z.object({
    type: z.literal("call-start"),
    ...base,
    callId: z.string(),
    /** The caller's own name for the call. */
    key: z.string().optional(),
    /** The call within which it was made. */
    parent: z.string().optional(),
    tool: z.string(),
    version: z.string().optional(),
    source: z.string().optional(),
    /** The address of the interface that the tool's server shows for the call. */
    interface: z.string().optional(),
    risk: z.enum(RISKS).optional(),
    params: z.unknown(),
    effects: z.array(effectSchema),
    verdict: z.enum(VERDICTS).optional(),
    reasons: z.array(reasonSchema),
    /** Who said each argument, where a run with untrusted content made a call that others could be harmed by. */
    origins: z.array(recordedOriginSchema).optional(),
  }),
  z.object({
    type: z.literal("approval-start"),
    ...base,
    callId: z.string(),
    /** The hash of the call that is asked about; `hash` is what the log calls a record\'s own. */
    callHash: z.string(),
    /** What the answer must name; absent where nobody could answer. */
    id: z.string().optional(),
  }),
  z.object({
    type: z.literal("approval-end"),
    ...base,
    callId: z.string(),
    /** The hash of the call that is asked about; `hash` is what the log calls a record\'s own. */
    callHash: z.string(),
    answer: z.enum(QUESTION_ENDS),
    /** Who answered; `nobody` where nobody did. */
    by: z.string(),
    id: z.string().optional(),
    /** Where the answer was given. */
    door: z.string().optional(),
    /** The grant that covered the call, so that nobody was asked. */
    grant: z.string().optional(),
  }),
  z.object({
    type: z.literal("taint-start"),
    /** The file or other thing that it was stored in meanwhile. */
    through: z.string().optional(),
    ...base,
    /** The call whose output brought it in; absent when the run began with it. */
    callId: z.string().optional(),
    source: z.string(),
  }),
  z.object({
    type: z.literal("grant-start"),
    ...base,
    callId: z.string(),
    grant: z.string(),
    /** The hash of the line that stands in grants.jsonl; a grant that does not give it is not honoured. */
    seal: z.string(),
    by: z.string(),
    words: z.string(),
  }),
  z.object({
    /** A person changed the rules with the answer to a question. */
    type: z.literal("rule-change"),
    ...base,
    callId: z.string(),
    /** What the rules say from now on. */
    verdict: z.enum(VERDICTS),
    rules: z.array(z.string()),
    scope: z.enum(RULE_SCOPES),
    by: z.string(),
    /** The question. */
    id: z.string(),
    door: z.string().optional(),
  }),
  z.object({
    type: z.literal("call-progress"),
    ...base,
    callId: z.string(),
    message: z.string().optional(),
    fraction: z.number().optional(),
    chunk: z.string().optional(),
  }),
  callEndSchema,
  z.object({
    /** One request to the world outside, or one step of its redirects; refused ones, too. */
    type: z.literal("request-end"),
    ...base,
    callId: z.string(),
    method: z.string(),
    /** Without the query, which may hold keys. */
    url: z.string(),
    host: z.string(),
    port: z.int(),
    /** 0 for the request itself, 1 for its first redirect. */
    step: z.int(),
    /** The address that was connected to; absent when none was. */
    address: z.string().optional(),
    status: z.int().optional(),
    /** Bytes of the body as they came. */
    bytes: z.int(),
    durationMs: z.number(),
    /** Why it was refused or failed. */
    error: z.object({ code: z.enum(ERROR_CODES), message: z.string() }).optional(),
  }),
  z.object({
    /** A file for the user was kept. */
    type: z.literal("artifact-end"),
    ...base,
    callId: z.string(),
    ...artifactSchema.shape,
  }),
  z.object({
    /** Self-starting files of a program were set apart, or a person has decided about them. */
    type: z.literal("files-set-apart"),
    ...base,
    callId: z.string(),
    status: z.enum(["waiting", "accepted", "discarded"]),
    files: z.array(z.object({ id: z.string(), path: z.string(), sha256: z.string(), why: z.string() })),
    /** Who decided. */
    by: z.string().optional(),
  }),
  z.object({
    /** A secret was put into a request of a call. Once for each call, secret and host. */
    type: z.literal("secret-use"),
    ...base,
    callId: z.string(),
    /** The name of the secret; its value is nowhere. */
    name: z.string(),
    /** What used it: a tool, `skill:NAME`, `api:NAME`, … */
    user: z.string(),
    host: z.string().optional(),
  }),
  z.object({
    /** A person changed the secrets. */
    type: z.literal("secret-change"),
    ...base,
    name: z.string(),
    change: z.enum(["set", "rotate", "remove"]),
    by: z.string(),
  }),
  z.object({
    /** The run uses another description or version of a tool than the default, or takes part in an experiment with it. */
    type: z.literal("variant-use"),
    ...base,
    tool: z.string(),
    experiment: z.string().optional(),
    variant: z.enum(["a", "b"]).optional(),
    description: z.string().optional(),
    version: z.string().optional(),
  }),
  z.object({
    type: z.literal("undo-end"),
    ...base,
    callId: z.string(),
    undone: z.array(z.string()),
  }),
  z.object({
    type: z.literal("run-end"),
    ...base,
    status: z.enum(RUN_STATUSES),
    calls: z.int(),
    /** What the agent answered; absent for a run that was no conversation. */
    answer: z.string().optional(),
  }),
  ...agentEventSchemas,
]);

export type HarbourEvent = z.infer<typeof eventSchema>;
export type EventType = HarbourEvent["type"];
export type EventOf<Type extends EventType> = Extract<HarbourEvent, { type: Type }>;

/** What is only announced; every other event is a record of the log. */
export const ANNOUNCED_ONLY: ReadonlySet<EventType> = new Set([
  "call-progress",
  "text-delta",
  "thinking-delta",
]);
