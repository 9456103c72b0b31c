import type { Ask } from "../../contract/approval.ts";
import type { LogLevel, LogMessage } from "../../contract/dialogue.ts";
import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import type { Runtime } from "../../runtime.ts";
import { approvalQuestion } from "./approval-question.ts";
import { type CallFlow, createCallFlow } from "./call-flow.ts";
import type { Client } from "./client.ts";
import { clientRules } from "./client-rules.ts";
import { createFlowShelf, type FlowShelf } from "./flow-shelf.ts";

type OpenRun = Awaited<ReturnType<Runtime["openRun"]>>;

export interface CallWish {
  readonly tool: string;
  readonly input: unknown;
  readonly client: Client;
  /** Answers to questions of a server that came with the call itself. */
  readonly early?: Readonly<Record<string, unknown>>;
  /** The least level of log messages that the client wants to have. */
  readonly logLevel?: LogLevel | undefined;
  onProgress?(progress: {
    readonly fraction?: number | undefined;
    readonly message?: string | undefined;
  }): void;
  onLog?(message: LogMessage): void;
}

/** All calls of a door that are under way, across requests and connections. */
export interface CallDesk {
  start(wish: CallWish): CallFlow;
  /** How far a tool is within reach of a client. */
  reachOf(client: Client): Promise<OpenRun["reach"]>;
  /** Those that wait for somebody. */
  readonly shelf: FlowShelf;
  close(): Promise<void>;
}

/** A client may stand for many agents; its calls wait for one another later than those of a single one. */
const MAX_AT_ONCE = 16;

/** What the run of a client is called: the name that it gives, and the one that its token proves. */
export function runTitle({ name, version, principal }: Client): string {
  return `mcp ${name} ${version} as ${principal}`;
}

/** Makes the desk. Each client has a run of its own, in which everything it does is recorded. */
export function createCallDesk(runtime: Runtime): CallDesk {
  const runs = new Map<string, Promise<OpenRun>>();
  const byCall = new Map<string, CallFlow>();
  const shelf = createFlowShelf();

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
    const title = runTitle(client);
    const maxConcurrent = Math.max(MAX_AT_ONCE, runtime.settings.config.tools.maxConcurrent);
    const asking = { mode: "interactive", ask, place: "chat", park: !canAsk } as const;
    const rules = clientRules(runtime.settings.config.mcpClients, client);
    const opened = runtime.openRun({ title, ...asking, maxConcurrent, rules });
    runs.set(key, opened);
    opened.catch(() => runs.delete(key));
    return opened;
  }

  async function perform(flow: CallFlow, wish: CallWish): Promise<void> {
    const { tool, input, client, logLevel, onLog } = wish;
    let callId: string | undefined;
    let whole: unknown;
    const onEvent = (event: HarbourEvent) => {
      if (event.type === "call-start") {
        callId = event.callId;
        byCall.set(callId, flow);
      } else if (event.type === "call-progress") wish.onProgress?.(event);
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
        dialogue: {
          can: client.can,
          request: flow.ask,
          capabilities: client.capabilities,
          ...(logLevel === undefined ? {} : { logLevel }),
          ...(onLog === undefined ? {} : { onLog }),
        },
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
      const { client, early = {} } = wish;
      const flow = createCallFlow({ client, early, toQuestion: approvalQuestion });
      void perform(flow, wish);
      return flow;
    },
    reachOf: async (client) => (await runOf(client)).reach,
    shelf,
    async close() {
      shelf.close();
      for (const run of runs.values()) await (await run.catch(() => undefined))?.end("done");
    },
  };
}
