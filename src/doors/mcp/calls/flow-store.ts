import type { Client } from "../client.ts";
import type { CallFlow } from "./call-flow.ts";

/** Calls that wait: for answers of their client, or for a person somewhere else. */
export interface FlowStore {
  /** A flow that waits for answers, by the state of its last round; only the client that began it may go on with it. */
  waiting(state: string, client: Client): CallFlow | undefined;
  /** The flow of a parked question. */
  parked(approvalId: string): CallFlow | undefined;
  keep(flow: CallFlow, approvalId?: string): void;
  release(flow: CallFlow): void;
  close(): void;
}

/** How long a client may take to answer, and how long the result of a parked call is kept for it. */
const ANSWER_MS = 15 * 60_000;
const PARKED_MS = 25 * 3_600_000;

/** Beyond so many the ones that wait longest are given up. */
const MAX_WAITING = 1_000;

interface Kept {
  readonly flow: CallFlow;
  readonly approvalId: string | undefined;
  readonly timer: NodeJS.Timeout;
}

/** Creates an empty store. */
export function createFlowStore(): FlowStore {
  const kept = new Map<string, Kept>();
  const byApproval = new Map<string, CallFlow>();

  function release({ id }: CallFlow): void {
    const held = kept.get(id);
    if (held === undefined) return;
    clearTimeout(held.timer);
    kept.delete(id);
    if (held.approvalId !== undefined) byApproval.delete(held.approvalId);
  }

  function giveUp(flow: CallFlow): void {
    release(flow);
    flow.cancel();
  }

  return {
    release,
    waiting(state, client) {
      const flow = kept.get(state.slice(0, state.lastIndexOf(".")))?.flow;
      const same = flow?.client.principal === client.principal && flow.client.name === client.name;
      return same && flow.state === state ? flow : undefined;
    },
    parked: (approvalId) => byApproval.get(approvalId),
    keep(flow, approvalId) {
      release(flow);
      const [oldest] = kept.values();
      if (kept.size >= MAX_WAITING && oldest !== undefined) giveUp(oldest.flow);
      const limit = approvalId === undefined ? ANSWER_MS : PARKED_MS;
      const timer = setTimeout(() => giveUp(flow), limit).unref();
      kept.set(flow.id, { flow, approvalId, timer });
      if (approvalId !== undefined) byApproval.set(approvalId, flow);
    },
    close() {
      for (const { flow } of [...kept.values()]) giveUp(flow);
    },
  };
}
