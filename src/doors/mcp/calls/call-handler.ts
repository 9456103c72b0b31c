import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { LogLevel } from "../../../contract/dialogue.ts";
import type { Runtime } from "../../../runtime.ts";
import type { Client } from "../client.ts";
import { requestCaller } from "../http/request-caller.ts";
import { describeTool, searchTools } from "../offers/catalogue-tools.ts";
import { callInput, describeInput, resumeInput, searchInput } from "../offers/meta-tools.ts";
import type { CallQueue } from "./call-queue.ts";
import { callResult, parkedResult } from "./call-result.ts";
import { continuedFlow, followFlow, type Reached } from "./follow-flow.ts";
import { serverProtocolError } from "./protocol-failure.ts";
import { resumeCall } from "./resume-call.ts";

interface CallParts {
  readonly runtime: Runtime;
  readonly queue: CallQueue;
  readonly client: Client;
  readonly logLevel: LogLevel | undefined;
  readonly discovered: Promise<unknown>;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

type Answer = CallToolResult | InputRequiredResult;

/** Answers `tools/call`: begins a call, goes on with one that was asked about, or does one of the door's own. */
export async function handleCall(
  params: CallParams,
  context: ServerContext,
  parts: CallParts,
): Promise<Answer> {
  const { queue, client, runtime } = parts;
  const going = continuedFlow(context, queue, client);
  if (going !== undefined) return answerTo(await followFlow(going, context, queue));
  if (params.name === "search_tools")
    return searchTools(parsed(searchInput, params), parts, context.mcpReq.signal);
  if (params.name === "describe_tool") return describeTool(parsed(describeInput, params).name, parts);
  if (params.name === "resume_call")
    return answerTo(await resumeCall(parsed(resumeInput, params).id, context, parts));
  const { name, input } =
    params.name === "call_tool"
      ? parsed(callInput, params)
      : { name: params.name, input: params.arguments ?? {} };
  if (!runtime.registry.has(name)) await parts.discovered;
  if (!runtime.registry.has(name)) throw unknownTool(name, runtime);
  const flow = queue.start({ tool: name, input, client, ...requestCaller(context, parts.logLevel) });
  return answerTo(await followFlow(flow, context, queue));
}

function answerTo(reached: Reached): Answer {
  if ("resultType" in reached) return reached;
  if (reached.type === "parked") return parkedResult(reached.approval);
  const { outcome, whole } = reached;
  const refused = outcome.type === "failure" ? serverProtocolError(outcome.error) : undefined;
  if (refused !== undefined) throw refused;
  return callResult(outcome, whole);
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

function unknownTool(name: string, { registry }: Runtime): ProtocolError {
  const near = registry.nearestNames(name);
  const hint = near.length === 0 ? "" : `. Did you mean ${near.join(", ")}?`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}${hint}`);
}
