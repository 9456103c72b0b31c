import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { RequestParts } from "../door.ts";
import { nextStep } from "./call-path.ts";
import { protocolError } from "./protocol-failure.ts";
import { continuedFlow, questionsFor, startIn, whileWanted } from "./sdk-calls.ts";

/**
 * Gets a resource or a prompt of a server as a call of the tool that does it: judged, recorded, and interrupted by questions like
 * any other. The server's result is passed on unchanged.
 */
export async function performUpstreamRequest<Result>(
  intent: { readonly tool: string; readonly input: object },
  context: ServerContext,
  parts: RequestParts,
): Promise<Result | InputRequiredResult> {
  const flow = continuedFlow(context, parts) ?? startIn(context, intent, parts);
  const step = await whileWanted(context, flow, () => nextStep(flow, parts));
  if (step.type === "questions")
    return questionsFor({ requests: Object.fromEntries(step.requests), state: flow.state });
  if (step.type === "parked") throw waitsForPerson(step.approval.id ?? "");
  if (step.type === "logged") throw new Error("A call that is listened to keeps no messages");
  const { outcome, whole } = step;
  if (outcome.type === "failure") throw protocolError(outcome.error);
  // What a server answered; the SDK checks its shape before it goes out.
  return whole as Result;
}

function waitsForPerson(id: string): ProtocolError {
  const approve = `dejima approvals approve ${id}`;
  const how = `It waits for a person: ${approve}. Then call resume_call with {"id": "${id}"}`;
  return new ProtocolError(ProtocolErrorCode.InternalError, `approval_required: ${how}`, {
    "dejima/pending": { status: "approval_required", id, approve, resume: "resume_call" },
  });
}
