// Calls that come through the SDK: those that stream or continue something, and the door's own tools.

import {
  type CallToolResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { z } from "zod";
import { LOG_LEVELS, type LogMessage } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { issueWords } from "../../../support/issue-words.ts";
import type { RequestParts } from "../door.ts";
import {
  callInput,
  describeInput,
  describeTool,
  resumeInput,
  searchInput,
  searchTools,
} from "../offers/tools.ts";
import { waysToApprove } from "./approval-form.ts";
import type { CallFlow } from "./call-flow.ts";
import { answerOf, type CallAnswer, nextStep, type RequestedCall, resultOf, startCall } from "./call-path.ts";
import { callResult, parkedResult, protocolError } from "./call-result.ts";
import { resumeCall } from "./waiting-calls.ts";

interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

type Answer = CallToolResult | InputRequiredResult;

/** An invalid input for one of the door's own tools. */
class InvalidInput extends DejimaError {}

/**
 * Answers `tools/call`. An invalid input is reported as a result, which a model reads and repairs, as for any
 * other tool.
 */
export async function handleCall(
  params: CallParams,
  context: ServerContext,
  parts: RequestParts,
): Promise<Answer> {
  try {
    return await performCall(params, context, parts);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return callResult({ type: "failure", callId: "", runId: "", error: error.toData() }, undefined);
  }
}

/** Starts a call, continues one, or runs one of the door's own tools. */
async function performCall(params: CallParams, context: ServerContext, parts: RequestParts): Promise<Answer> {
  const { runtime } = parts;
  const continued = continuedFlow(context, parts);
  if (continued !== undefined) return answerIn(context, continued, parts);
  if (params.name === "search_tools")
    return searchTools(parsed(searchInput, params), parts, context.mcpReq.signal);
  if (params.name === "describe_tool") return describeTool(parsed(describeInput, params).name, parts);
  if (params.name === "resume_call") return resume(parsed(resumeInput, params).id, context, parts);
  const { name, input } =
    params.name === "call_tool"
      ? parsed(callInput, params)
      : { name: params.name, input: params.arguments ?? {} };
  if (!runtime.registry.has(name)) await parts.discovered;
  if (!runtime.registry.has(name)) throw await unknownTool(name, runtime);
  return answerIn(context, startIn(context, { tool: name, input }, parts), parts);
}

/** Gives the result of a call that waited. A call that still waits says again how to approve it. */
async function resume(id: string, context: ServerContext, parts: RequestParts): Promise<Answer> {
  const { runtime, consoleUrl } = parts;
  const resumed = await resumeCall(id, parts).catch((error: unknown) => {
    if (!(error instanceof DejimaError)) throw error;
    if (error.code === "approval_required") return undefined;
    if (error.code !== "not_found") throw error;
    throw new InvalidInput(
      "not_found",
      `${error.message}; pass the id that the waiting call gave`,
      error.details,
    );
  });
  if (resumed === undefined) return parkedResult(await runtime.approvals.show(id), consoleUrl());
  if ("next" in resumed) return answerIn(context, resumed, parts);
  // A program may wait for the next answer.
  const { parked, id: next } = resumed.outcome.type === "failure" ? resumed.outcome.error.details : {};
  if (parked === true && typeof next === "string")
    return parkedResult(await runtime.approvals.show(next), consoleUrl());
  return resultOf(resumed, parts.client, parts);
}

async function answerIn(context: ServerContext, flow: CallFlow, parts: RequestParts): Promise<Answer> {
  const answer = await whileWanted(context, flow, () => answerOf(flow, parts));
  if (answer.type === "result") return answer.result;
  if (answer.type === "questions") {
    if (isModern(context)) return questionsFor(answer);
    await whileWanted(context, flow, () => askInSession(context, flow, answer.requests));
  }
  return answerIn(context, flow, parts);
}

/** A client of the newer protocol gets questions as the result of its request, others as requests. */
const isModern = ({ mcpReq }: ServerContext): boolean => mcpReq.envelope !== undefined;

const QUESTION_TIMEOUT_MS = 10 * 60_000;

/**
 * Sends a call's questions to a client in a session. A form that the client fails to show counts as closed: the
 * call does not fail, and others can answer.
 */
async function askInSession(
  { mcpReq }: ServerContext,
  flow: CallFlow,
  requests: Extract<CallAnswer, { type: "questions" }>["requests"],
): Promise<void> {
  const { signal } = mcpReq;
  const limits = { signal, timeout: QUESTION_TIMEOUT_MS, resetTimeoutOnProgress: true, onprogress() {} };
  await Promise.all(
    Object.entries(requests).map(async ([key, { method, params = {} }]) => {
      try {
        flow.answer({ [key]: await mcpReq.send({ method, params: { ...params } }, limits) });
      } catch (error) {
        if (method === "elicitation/create") flow.answer({ [key]: { action: "cancel" } });
        else flow.refuse(key, error);
      }
    }),
  );
}

/** Questions in the SDK's format. The SDK checks their shapes again. */
function questionsFor({
  requests,
  state,
}: {
  readonly requests: object;
  readonly state: string;
}): InputRequiredResult {
  // The questions have the protocol's shapes.
  return inputRequired({ inputRequests: requests as InputRequests, requestState: state });
}

/** Does work for a call that the client can cancel meanwhile. */
async function whileWanted<Result>(
  { mcpReq: { signal } }: ServerContext,
  flow: CallFlow,
  work: () => Promise<Result>,
): Promise<Result> {
  const cancel = () => flow.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Starts a call for a request. Its client receives progress and the server's log messages. */
function startIn(
  context: ServerContext,
  { tool, input }: { readonly tool: string; readonly input: object },
  parts: RequestParts,
): CallFlow {
  const { mcpReq } = context;
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const requestedLevel = LOG_LEVELS.find((level) => level === envelope[LOG_LEVEL_META_KEY]);
  // A request of the newer protocol names a level or gets no messages. A session sets it once, or gets all.
  const modern = isModern(context);
  const logLevel = requestedLevel ?? (modern ? undefined : parts.logLevel);
  const wantsLog = requestedLevel !== undefined || !modern;
  const progressToken = mcpReq._meta?.progressToken;
  const flow = startCall(
    {
      tool,
      input,
      client: parts.client,
      wantsLog,
      ...defined({ logLevel, early: mcpReq.inputResponses }),
      ...(progressToken === undefined ? {} : { onProgress: progressTo(mcpReq, progressToken) }),
    },
    parts,
  );
  flow.listen((message) => sendLog(mcpReq, message));
  return flow;
}

/**
 * The call that a request continues, with the client's answers delivered. Returns `undefined` if the request
 * starts a new call.
 */
function continuedFlow(
  { mcpReq }: ServerContext,
  { waiting, client, calls }: RequestParts,
): CallFlow | undefined {
  const handedOver = calls?.takeOver(mcpReq.id);
  handedOver?.listen((message) => sendLog(mcpReq, message));
  if (handedOver !== undefined) return handedOver;
  const state = mcpReq.requestState<string>();
  if (state === undefined) return undefined;
  const flow = waiting.byState(state, client);
  if (flow === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This call is no longer waiting: make it again");
  flow.answer(mcpReq.inputResponses ?? {});
  return flow;
}

function sendLog(mcpReq: ServerContext["mcpReq"], { level, logger, data }: LogMessage): void {
  const params = { level, data, ...defined({ logger }) };
  if (!mcpReq.signal.aborted) void mcpReq.notify({ method: "notifications/message", params }).catch(() => {});
}

function progressTo(
  mcpReq: ServerContext["mcpReq"],
  progressToken: string | number,
): NonNullable<RequestedCall["onProgress"]> {
  let last = 0;
  return ({ fraction, message }) => {
    if (mcpReq.signal.aborted) return;
    last = fraction ?? last + 1;
    const params = {
      progressToken,
      progress: last,
      ...(fraction === undefined ? {} : { total: 1 }),
      ...defined({ message }),
    };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  { name, arguments: input }: CallParams,
): z.output<Schema> {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new InvalidInput(
    "invalid_input",
    `Cannot call ${name}: ${issue?.path.join(".")} ${issue === undefined ? "" : issueWords(issue)}`,
  );
}

/** An unknown tool. It may be one of a server whose definitions changed, which a person has to accept first. */
async function unknownTool(name: string, { registry, mcp }: Runtime): Promise<ProtocolError> {
  const near = registry.nearestNames(name);
  const hint = near.length === 0 ? "" : `. Did you mean ${near.join(", ")}?`;
  const [changed] = (await mcp.reports()).filter((server) => server.changed);
  const review =
    changed === undefined
      ? ""
      : `. The tools of ${changed.name} are off because their definitions changed: \`dejima mcp review ${changed.name}\` shows what a person has to accept`;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool: ${name.slice(0, 100)}${changed === undefined ? hint : review}`,
  );
}

/**
 * Fetches a server's resource or prompt as a call of the corresponding tool: judged, recorded, and
 * interrupted by questions like any other. The server's result is passed on unchanged.
 */
export async function performUpstreamRequest<Result>(
  intent: { readonly tool: string; readonly input: object },
  context: ServerContext,
  parts: RequestParts,
): Promise<Result | InputRequiredResult> {
  const flow = continuedFlow(context, parts) ?? startIn(context, intent, parts);
  let step = await whileWanted(context, flow, () => nextStep(flow, parts));
  while (step.type === "questions") {
    const requests = Object.fromEntries(step.requests);
    if (isModern(context)) return questionsFor({ requests, state: flow.state });
    await whileWanted(context, flow, () => askInSession(context, flow, requests));
    step = await whileWanted(context, flow, () => nextStep(flow, parts));
  }
  if (step.type === "parked") throw waitsForPerson(step.approval.id ?? "", parts.consoleUrl());
  if (step.type === "logged") throw new Error("A call that is listened to keeps no messages");
  const { outcome, whole } = step;
  if (outcome.type === "failure") throw protocolError(outcome.error);
  // The server's result. The SDK checks its shape before sending it.
  return whole as Result;
}

function waitsForPerson(id: string, consoleUrl: string | undefined): ProtocolError {
  const approve = `dejima approvals approve ${id}`;
  const how = `It waits for a person (${waysToApprove(id, consoleUrl).join("; ")}). Then call resume_call with {"id": "${id}"}`;
  return new ProtocolError(ProtocolErrorCode.InternalError, `approval_required: ${how}`, {
    "dejima/pending": { status: "approval_required", id, approve, resume: "resume_call" },
  });
}
