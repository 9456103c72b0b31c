import type {
  CallToolResult,
  InputRequests,
  InputRequiredResult,
  ServerContext,
} from "@modelcontextprotocol/server";
import { inputRequired, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime } from "../../runtime.ts";
import type { CallDesk } from "./call-desk.ts";
import type { CallFlow, FlowStep } from "./call-flow.ts";
import { callResult, parkedResult } from "./call-result.ts";
import type { Client } from "./client.ts";
import { callInput, describeInput, resumeInput } from "./meta-tools.ts";

export interface CallParts {
  readonly runtime: Runtime;
  readonly desk: CallDesk;
  readonly client: Client;
  readonly discovered: Promise<unknown>;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
}

type Answer = CallToolResult | InputRequiredResult;

/** Answers `tools/call`: begins a call, goes on with one that was asked about, or does one of the door's own. */
export async function handleCall(
  params: CallParams,
  context: ServerContext,
  parts: CallParts,
): Promise<Answer> {
  const { desk, client, runtime } = parts;
  const state = context.mcpReq.requestState<string>();
  if (state !== undefined) return goOn(required(desk.waiting(state, client)), context, parts);
  if (params.name === "describe_tool") {
    const { name } = parsed(describeInput, params);
    return callResult({ type: "success", callId: "", runId: "", output: runtime.toolInfo(name) }, undefined);
  }
  if (params.name === "resume_call") return resume(parsed(resumeInput, params).id, context, parts);
  const { name, input } =
    params.name === "call_tool"
      ? parsed(callInput, params)
      : { name: params.name, input: params.arguments ?? {} };
  if (!runtime.registry.has(name)) await parts.discovered;
  if (!runtime.registry.has(name)) throw unknownTool(name, runtime);
  const flow = desk.start({ tool: name, input, client, onProgress: progressTo(params, context) });
  return follow(flow, context, desk);
}

async function resume(id: string, context: ServerContext, { runtime, desk }: CallParts): Promise<Answer> {
  const flow = desk.parked(id);
  if (flow !== undefined) return follow(flow, context, desk, { parked: id, approvals: runtime.approvals });
  // The process that asked is gone; an approved call runs now, once.
  return callResult(await runtime.resumeApproved(id), undefined);
}

function goOn(flow: CallFlow, context: ServerContext, { desk }: CallParts): Promise<Answer> {
  flow.answer(context.mcpReq.inputResponses ?? {});
  return follow(flow, context, desk);
}

/** Waits for the next thing that happens to a call and puts it in the words of the protocol. */
async function follow(
  flow: CallFlow,
  { mcpReq: { signal } }: ServerContext,
  desk: CallDesk,
  still?: { parked: string; approvals: Runtime["approvals"] },
): Promise<Answer> {
  const cancel = () => flow.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    if (still !== undefined && (await still.approvals.show(still.parked)).status === "pending")
      throw new DejimaError(
        "approval_required",
        `${still.parked} still waits: dejima approvals approve ${still.parked}`,
      );
    return answerTo(await flow.next(), flow, desk);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function answerTo(step: FlowStep, flow: CallFlow, desk: CallDesk): Answer {
  if (step.type === "outcome") {
    desk.release(flow);
    return callResult(step.outcome, step.whole);
  }
  if (step.type === "parked") {
    desk.keep(flow, step.approval.id);
    return parkedResult(step.approval);
  }
  desk.keep(flow);
  // The shapes of the questions are those of the protocol; the SDK checks them once more.
  const inputRequests = Object.fromEntries(step.requests) as unknown as InputRequests;
  return inputRequired({ inputRequests, requestState: flow.id });
}

function progressTo({ _meta }: CallParams, { mcpReq }: ServerContext) {
  const progressToken = _meta?.progressToken ?? mcpReq._meta?.progressToken;
  let last = 0;
  return ({ fraction, message }: { fraction?: number | undefined; message?: string | undefined }) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return;
    last = fraction ?? last + 1;
    const params = {
      progressToken,
      progress: last,
      ...(fraction === undefined ? {} : { total: 1 }),
      ...(message === undefined ? {} : { message }),
    };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  { name, arguments: given }: CallParams,
): z.output<Schema> {
  const result = schema.safeParse(given ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Cannot call ${name}: ${issue?.path.join(".")} ${issue?.message}`,
  );
}

function required(flow: CallFlow | undefined): CallFlow {
  if (flow !== undefined) return flow;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This call is no longer waiting: make it again");
}

function unknownTool(name: string, { registry }: Runtime): ProtocolError {
  const near = registry.nearestNames(name);
  const hint = near.length === 0 ? "" : `. Did you mean ${near.join(", ")}?`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}${hint}`);
}
