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

/** How a plain call of a connection goes on: with its answer, silently because the client cancelled it, or through the SDK. */
export type PlainEnd =
  | { readonly type: "response"; readonly response: CallResponse }
  | { readonly type: "cancelled" }
  | { readonly type: "handed-over" };

/** The plain calls of one connection that are under way, by the ids of their requests. */
export interface ConnectionCalls {
  answer(call: PlainCall, how: Pick<RequestedCall, "client" | "logLevel" | "wantsLog">): Promise<PlainEnd>;
  /** Cancels a call. Returns false if none with this id is under way here. */
  cancel(id: unknown): boolean;
  /** Takes a call over that has something to tell or to ask on a stream. Returns `undefined` if there is none with this id. */
  takeOver(id: RequestId): CallFlow | undefined;
  /** Cancels all calls: the connection is closed. */
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
