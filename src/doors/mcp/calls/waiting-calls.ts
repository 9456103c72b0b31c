import type { Client } from "../client.ts";
import type { CallFlow } from "./call-flow.ts";

/** Calls that wait: for answers of their client, or for a person somewhere else. */
export interface WaitingCalls {
  /** A call that waits for answers, by the state of its last round. Only the client that started it may continue it. */
  byState(state: string, client: Client): CallFlow | undefined;
  /** The call of a parked question. */
  byApproval(approvalId: string): CallFlow | undefined;
  keep(flow: CallFlow, approvalId?: string): void;
  release(flow: CallFlow): void;
  close(): void;
}

/** How long a client may take to answer, and how long the result of a parked call is kept for it. */
const ANSWER_MS = 15 * 60_000;
const PARKED_MS = 25 * 3_600_000;

/** Beyond this number, the calls that wait longest are cancelled. */
const MAX_WAITING = 1_000;

interface Kept {
  readonly flow: CallFlow;
  readonly approvalId: string | undefined;
  readonly timer: NodeJS.Timeout;
}

/** Creates the calls that wait; there are none yet. */
export function createWaitingCalls(): WaitingCalls {
  const kept = new Map<string, Kept>();
  const parked = new Map<string, CallFlow>();

  function release({ id }: CallFlow): void {
    const held = kept.get(id);
    if (held === undefined) return;
    clearTimeout(held.timer);
    kept.delete(id);
    if (held.approvalId !== undefined) parked.delete(held.approvalId);
  }

  function cancel(flow: CallFlow): void {
    release(flow);
    flow.cancel();
  }

  return {
    release,
    byState(state, client) {
      const flow = kept.get(state.slice(0, state.lastIndexOf(".")))?.flow;
      const same = flow?.client.principal === client.principal && flow.client.name === client.name;
      return same && flow.state === state ? flow : undefined;
    },
    byApproval: (approvalId) => parked.get(approvalId),
    keep(flow, approvalId) {
      release(flow);
      const [oldest] = kept.values();
      if (kept.size >= MAX_WAITING && oldest !== undefined) cancel(oldest.flow);
      const limit = approvalId === undefined ? ANSWER_MS : PARKED_MS;
      const timer = setTimeout(() => cancel(flow), limit).unref();
      kept.set(flow.id, { flow, approvalId, timer });
      if (approvalId !== undefined) parked.set(approvalId, flow);
    },
    close() {
      for (const { flow } of [...kept.values()]) cancel(flow);
    },
  };
}
