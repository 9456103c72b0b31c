import type { CallFlow } from "./call-flow.ts";
import {
  answerPlainCall,
  type CallParts,
  type CallResponse,
  type PlainCall,
  type RequestedCall,
  startCall,
} from "./call-path.ts";

type RequestId = PlainCall["id"];

/** The end of a plain call: a response, silence because the client cancelled it, or the SDK takes over. */
export type PlainCallEnd =
  | { readonly type: "response"; readonly response: CallResponse }
  | { readonly type: "cancelled" }
  | { readonly type: "handed-over" };

/** The plain calls under way on one connection, by request id. */
export interface ConnectionCalls {
  answer(
    call: PlainCall,
    how: Pick<RequestedCall, "client" | "logLevel" | "wantsLog">,
  ): Promise<PlainCallEnd>;
  /** Cancels a call. Returns false if no call with this id is under way here. */
  cancel(id: unknown): boolean;
  /**
   * Removes and returns a call that has to notify or ask on a stream. Returns `undefined` if no call has this
   * id.
   */
  takeOver(id: RequestId): CallFlow | undefined;
  /** Cancels all calls, because the connection is closed. */
  close(): void;
}

/** Creates the calls of one connection. */
export function createConnectionCalls(parts: CallParts): ConnectionCalls {
  const underWay = new Map<RequestId, CallFlow>();
  const handedOver = new Map<RequestId, CallFlow>();
  return {
    async answer(call, how) {
      const { id, tool, input } = call;
      const flow = startCall({ tool, input, ...how }, parts);
      underWay.set(id, flow);
      const response = await answerPlainCall(call, flow, parts);
      if (underWay.get(id) === flow) underWay.delete(id);
      if (response === undefined) {
        handedOver.set(id, flow);
        return { type: "handed-over" };
      }
      return flow.signal.aborted ? { type: "cancelled" } : { type: "response", response };
    },
    cancel(id) {
      const flow = underWay.get(id as RequestId); // any other value is not a key
      flow?.cancel();
      return flow !== undefined;
    },
    takeOver(id) {
      const flow = handedOver.get(id);
      handedOver.delete(id);
      return flow;
    },
    close() {
      for (const flow of [...underWay.values(), ...handedOver.values()]) flow.cancel();
    },
  };
}
