import type { InputRequests, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { inputRequired, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Client } from "../client.ts";
import type { CallFlow, FlowStep } from "./call-flow.ts";
import type { CallQueue } from "./call-queue.ts";

/** How far a request gets: its end, a question to others that it waits for, or questions to the client itself. */
export type Reached = Exclude<FlowStep, { type: "questions" }> | InputRequiredResult;

/** Waits for the next thing that happens to a call. While it does, the client can cancel it. */
export async function followFlow(
  flow: CallFlow,
  { mcpReq: { signal } }: ServerContext,
  { storage }: CallQueue,
): Promise<Reached> {
  const cancel = () => flow.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const step = await flow.next();
    if (step.type === "outcome") storage.release(flow);
    else storage.keep(flow, step.type === "parked" ? step.approval.id : undefined);
    if (step.type !== "questions") return step;
    // The shapes of the questions are those of the protocol; the SDK checks them once more.
    const inputRequests = Object.fromEntries(step.requests) as unknown as InputRequests;
    return inputRequired({ inputRequests, requestState: flow.state });
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** The call that a request goes on with, with the client's answers handed in; nothing when it is a new one. */
export function continuedFlow(
  { mcpReq }: ServerContext,
  { storage }: CallQueue,
  client: Client,
): CallFlow | undefined {
  const state = mcpReq.requestState<string>();
  if (state === undefined) return undefined;
  const flow = storage.waiting(state, client);
  if (flow === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This call is no longer waiting: make it again");
  flow.answer(mcpReq.inputResponses ?? {});
  return flow;
}
