import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { requestCaller } from "../http/request-caller.ts";
import type { RequestParts } from "../request-parts.ts";
import { continuedFlow, followFlow } from "./follow-flow.ts";
import { protocolError } from "./protocol-failure.ts";

/**
 * Gets a resource or a prompt of a server as a call of the tool that does it: judged, recorded, and interrupted by questions like
 * any other. The result goes on as it came.
 */
export async function performUpstreamRequest<Result>(
  intent: { readonly tool: string; readonly input: object },
  context: ServerContext,
  { queue, client, logLevel }: RequestParts,
): Promise<Result | InputRequiredResult> {
  const flow =
    continuedFlow(context, queue, client) ??
    queue.start({ ...intent, client, ...requestCaller(context, logLevel) });
  const reached = await followFlow(flow, context, queue);
  if ("resultType" in reached) return reached;
  if (reached.type === "parked") {
    const { id = "" } = reached.approval;
    const how = `It waits for a person: dejima approvals approve ${id}. Then call resume_call with {"id": "${id}"}`;
    throw new ProtocolError(ProtocolErrorCode.InternalError, `approval_required: ${how}`, {
      "dejima/pending": {
        status: "approval_required",
        id,
        approve: `dejima approvals approve ${id}`,
        resume: "resume_call",
      },
    });
  }
  const { outcome, whole } = reached;
  if (outcome.type === "failure") throw protocolError(outcome.error);
  // What a server answered; the SDK checks its shape before it goes out.
  return whole as Result;
}
