import { z } from "zod";
import { agentEventSchemas } from "./agent-event.ts";
import { RULE_SCOPES } from "./asking/approval.ts";
import { artifactSchema } from "./data/artifact.ts";
import { effectSchema } from "./effect.ts";
import { ERROR_CODES, errorDataSchema } from "./error.ts";
import { recordedOriginSchema } from "./origin.ts";
import { observationSchema } from "./outcome.ts";
import { RUN_MODES, RUN_STATUSES } from "./run.ts";
import { RISKS } from "./tool.ts";
import { TEAM_DOCUMENTS } from "./user/team.ts";
import { reasonSchema, VERDICTS } from "./verdict.ts";

const base = { runId: z.string(), at: z.string() };

/** How a question ended: answered, expired without an answer, or withdrawn because the call was stopped. */
export const QUESTION_ENDS = ["approve", "deny", "expired", "withdrawn"] as const;

export type QuestionEnd = (typeof QUESTION_ENDS)[number];

/** How a call ended. This is the audit record, and it can be read on its own. */
export const callEndSchema = z.object({
  type: z.literal("call-end"),
  ...base,
  callId: z.string(),
  tool: z.string(),
  risk: z.enum(RISKS).optional(),
  ts_start: z.string(),
  ts_end: z.string(),
  /** How long the call took, without the time spent waiting for a person. */
  durationMs: z.number(),
  /** How long the call waited for a person. Absent if nobody was asked. */
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
  /** The cost of the call in millionths of a US dollar. If the price is unknown: 0, or the most that it may cost. */
  spent: z.object({ cost: z.number(), price: z.enum(["known", "unknown"]) }).optional(),
});

/**
 * Every event of a run, as one union. Subscribers receive these objects; the harbour log stores all but `call-progress`,
 * `text-delta` and `thinking-delta`. The fields of `call-end` are the audit record, which can be read on its own.
 */
export const eventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("run-start"),
    ...base,
    title: z.string(),
    mode: z.enum(RUN_MODES),
    version: z.string(),
    /** Set if the run keeps to limits that only its caller knows, such as those of an MCP client. */
    limited: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal("call-start"),
    ...base,
    callId: z.string(),
    /** The caller's own id of the call. */
    key: z.string().optional(),
    /** The id of the call that made this one. */
    parent: z.string().optional(),
    tool: z.string(),
    version: z.string().optional(),
    source: z.string().optional(),
    /** The address of the UI that the tool's server shows for the call. */
    interface: z.string().optional(),
    risk: z.enum(RISKS).optional(),
    params: z.unknown(),
    effects: z.array(effectSchema),
    verdict: z.enum(VERDICTS).optional(),
    reasons: z.array(reasonSchema),
    /** Who wrote each argument. Present if a run with untrusted content made a call that could harm others. */
    origins: z.array(recordedOriginSchema).optional(),
  }),
  z.object({
    type: z.literal("approval-start"),
    ...base,
    callId: z.string(),
    /** The hash of the call that is asked about. The log uses `hash` for the record's own hash. */
    callHash: z.string(),
    /** The id that the answer must name. Absent if nobody could answer. */
    id: z.string().optional(),
  }),
  z.object({
    type: z.literal("approval-end"),
    ...base,
    callId: z.string(),
    /** The hash of the call that is asked about. The log uses `hash` for the record's own hash. */
    callHash: z.string(),
    answer: z.enum(QUESTION_ENDS),
    /** Who answered; `nobody` if there was no answer. */
    by: z.string(),
    id: z.string().optional(),
    /** The door where the answer was given. */
    door: z.string().optional(),
    /** The grant that covered the call. Nobody was asked. */
    grant: z.string().optional(),
  }),
  z.object({
    type: z.literal("taint-start"),
    /** The file or other place where the content was stored in between. */
    through: z.string().optional(),
    ...base,
    /** The call whose output brought the content in. Absent if the run began with it. */
    callId: z.string().optional(),
    source: z.string(),
  }),
  z.object({
    type: z.literal("grant-start"),
    ...base,
    callId: z.string(),
    grant: z.string(),
    /** The hash of the grant's line in grants.jsonl. A grant with another hash is ignored. */
    seal: z.string(),
    by: z.string(),
    words: z.string(),
  }),
  z.object({
    /** A person changed the rules with the answer to a question. */
    type: z.literal("rule-change"),
    ...base,
    callId: z.string(),
    /** The verdict of the rules from now on. */
    verdict: z.enum(VERDICTS),
    rules: z.array(z.string()),
    scope: z.enum(RULE_SCOPES),
    by: z.string(),
    /** The id of the question. */
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
    /** One outgoing request, or one step of its redirects. Refused requests are included. */
    type: z.literal("request-end"),
    ...base,
    callId: z.string(),
    method: z.string(),
    /** Without the query, which may contain keys. */
    url: z.string(),
    host: z.string(),
    port: z.int(),
    /** 0 for the request itself, 1 for its first redirect. */
    step: z.int(),
    /** The address that was connected to. Absent without a connection. */
    address: z.string().optional(),
    status: z.int().optional(),
    /** Bytes of the body as received. */
    bytes: z.int(),
    durationMs: z.number(),
    /** Why the request was refused or failed. */
    error: z.object({ code: z.enum(ERROR_CODES), message: z.string() }).optional(),
  }),
  z.object({
    /** A file for the user was stored. */
    type: z.literal("artifact-end"),
    ...base,
    callId: z.string(),
    ...artifactSchema.shape,
  }),
  z.object({
    /** Self-starting files of a program were set apart, or a person decided about them. */
    type: z.literal("files-set-apart"),
    ...base,
    callId: z.string(),
    status: z.enum(["waiting", "accepted", "discarded"]),
    files: z.array(z.object({ id: z.string(), path: z.string(), sha256: z.string(), why: z.string() })),
    /** Who decided. */
    by: z.string().optional(),
  }),
  z.object({
    /** A secret was put into a request of a call. Recorded once per call, secret and host. */
    type: z.literal("secret-use"),
    ...base,
    callId: z.string(),
    /** The name of the secret. Its value is never recorded. */
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
    change: z.enum(["set", "rotate", "remove", "rekey"]),
    by: z.string(),
  }),
  z.object({
    /** A person changed what a team shares. */
    type: z.literal("team-change"),
    ...base,
    what: z.enum(TEAM_DOCUMENTS),
    version: z.int(),
    /** The hash of the new version. */
    sha256: z.string(),
    change: z.string(),
    by: z.string(),
  }),
  z.object({
    /** The run uses a non-default description or version of a tool, or takes part in an experiment with it. */
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
    /** The agent's answer. Absent if the run was not a conversation. */
    answer: z.string().optional(),
  }),
  ...agentEventSchemas,
]);

export type HarbourEvent = z.infer<typeof eventSchema>;
export type EventType = HarbourEvent["type"];
export type EventOf<Type extends EventType> = Extract<HarbourEvent, { type: Type }>;

/** Events that subscribers receive and the log does not store. */
export const ANNOUNCED_ONLY: ReadonlySet<EventType> = new Set([
  "call-progress",
  "text-delta",
  "thinking-delta",
]);
