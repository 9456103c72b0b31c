import type { Ask } from "../../contract/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { Runtime } from "../../runtime.ts";
import { approvalQuestion } from "./approval-question.ts";
import { type CallFlow, createCallFlow } from "./call-flow.ts";
import type { Client } from "./client.ts";

type OpenRun = Awaited<ReturnType<Runtime["openRun"]>>;

export interface CallWish {
  readonly tool: string;
  readonly input: unknown;
  readonly client: Client;
  onProgress(progress: {
    readonly fraction?: number | undefined;
    readonly message?: string | undefined;
  }): void;
}

/** All calls of a door that are under way, across requests and connections. */
export interface CallDesk {
  start(wish: CallWish): CallFlow;
  /** A flow that waits for answers; only the client that began it may go on with it. */
  waiting(id: string, client: Client): CallFlow | undefined;
  /** The flow of a parked question. */
  parked(approvalId: string): CallFlow | undefined;
  keep(flow: CallFlow, approvalId?: string): void;
  release(flow: CallFlow): void;
  close(): Promise<void>;
}

/** A client may stand for many agents; its calls wait for one another later than those of a single one. */
const MAX_AT_ONCE = 16;

/** Makes the desk. Each client has a run of its own, in which everything it does is recorded. */
export function createCallDesk(runtime: Runtime): CallDesk {
  const runs = new Map<string, Promise<OpenRun>>();
  const byCall = new Map<string, CallFlow>();
  const flows = new Map<string, CallFlow>();
  const byApproval = new Map<string, CallFlow>();

  const ask: Ask = async (request, { signal }) => {
    const flow = byCall.get(request.callId);
    if (flow === undefined) throw new DejimaError("internal", `Nobody waits for the call ${request.callId}`);
    return flow.askApproval(request, signal);
  };

  function runOf(client: Client): Promise<OpenRun> {
    const canAsk = client.can("elicitation/create");
    const key = JSON.stringify([client.name, client.version, client.principal, canAsk]);
    const held = runs.get(key);
    if (held !== undefined) return held;
    const title = `mcp ${client.name} ${client.version} as ${client.principal}`;
    const maxConcurrent = Math.max(MAX_AT_ONCE, runtime.settings.config.tools.maxConcurrent);
    const asking = { mode: "interactive", ask, place: "chat", park: !canAsk } as const;
    const opened = runtime.openRun({ title, ...asking, maxConcurrent });
    runs.set(key, opened);
    opened.catch(() => runs.delete(key));
    return opened;
  }

  async function perform(flow: CallFlow, { tool, input, client, onProgress }: CallWish): Promise<void> {
    let callId: string | undefined;
    let whole: unknown;
    const onEvent = (event: HarbourEvent) => {
      if (event.type === "call-start") {
        callId = event.callId;
        byCall.set(callId, flow);
      } else if (event.type === "call-progress") onProgress(event);
    };
    try {
      const outcome = await (await runOf(client)).execute({
        tool,
        input,
        signal: flow.signal,
        onEvent,
        keep: (output) => {
          whole = output;
        },
        dialogue: { can: client.can, request: flow.ask },
      });
      flow.settle(outcome, whole);
    } catch (error) {
      flow.fail(error);
    } finally {
      if (callId !== undefined) byCall.delete(callId);
    }
  }

  return {
    start(wish) {
      const flow = createCallFlow(wish.client, approvalQuestion);
      void perform(flow, wish);
      return flow;
    },
    waiting(id, client) {
      const flow = flows.get(id);
      const same = flow?.client.principal === client.principal && flow.client.name === client.name;
      return same ? flow : undefined;
    },
    parked: (approvalId) => byApproval.get(approvalId),
    keep(flow, approvalId) {
      flows.set(flow.id, flow);
      if (approvalId !== undefined) byApproval.set(approvalId, flow);
    },
    release(flow) {
      flows.delete(flow.id);
      for (const [id, held] of byApproval) if (held === flow) byApproval.delete(id);
    },
    async close() {
      for (const flow of flows.values()) flow.cancel();
      for (const run of runs.values()) await (await run.catch(() => undefined))?.end("done");
    },
  };
}
