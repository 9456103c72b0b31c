import type { Ask } from "../../../contract/approval.ts";
import type { LogLevel, LogMessage } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Client, ownerOf } from "../client.ts";
import { clientRules } from "../client-rules.ts";
import { approvalQuestion } from "./approval-question.ts";
import { type CallFlow, createCallFlow } from "./call-flow.ts";
import { createFlowStore, type FlowStore } from "./flow-store.ts";

type OpenRun = Awaited<ReturnType<Runtime["openRun"]>>;

export interface RequestedCall {
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
export interface CallQueue {
  /** Says whether a principal may answer questions about their own calls; all may of whom nothing was said. */
  know(principal: string, mayAnswer: boolean): void;
  start(intent: RequestedCall): CallFlow;
  /** How far a tool is within reach of a client. */
  reachOf(client: Client): Promise<OpenRun["reach"]>;
  /** Whether untrusted content has entered the run of a client. */
  isMarked(client: Client): Promise<boolean>;
  /** Those that wait for somebody. */
  readonly storage: FlowStore;
  close(): Promise<void>;
}

/** A client may stand for many agents; its calls wait for one another later than those of a single one. */
const MAX_AT_ONCE = 16;

/** What the run of a client is called: the name that it gives, and the one that its token proves. For people; nothing is decided by it. */
function runTitle({ name, version, principal }: Client): string {
  return `mcp ${name} ${version} as ${principal}`;
}

/** Clients name themselves: whoever takes a new name each time must not keep ever more runs open. */
const MAX_RUNS = 500;

/** Creates the queue. Each client has a run of its own, in which everything it does is recorded. */
export function createCallQueue(runtime: Runtime): CallQueue {
  const runs = new Map<string, Promise<OpenRun>>();
  const storage = createFlowStore();
  const silent = new Set<string>();
  const canBeAsked = (client: Client) => client.can("elicitation/create") && !silent.has(client.principal);

  function runOf(client: Client): Promise<OpenRun> {
    const { name, version, principal } = client;
    const canAsk = canBeAsked(client);
    const key = `${name}\n${version}\n${principal}\n${canAsk}`;
    return runs.get(key) ?? openRun(key, client, canAsk);
  }

  function openRun(key: string, client: Client, canAsk: boolean): Promise<OpenRun> {
    const { tools, mcpClients } = runtime.settings.config;
    const opened = runtime.openRun({
      title: runTitle(client),
      user: ownerOf(client),
      mode: "interactive",
      ask: nobody, // each call brings its own
      place: "chat",
      park: !canAsk,
      maxConcurrent: Math.max(MAX_AT_ONCE, tools.maxConcurrent),
      rules: clientRules(mcpClients, client),
    });
    const [oldest] = runs;
    if (runs.size >= MAX_RUNS && oldest !== undefined) {
      runs.delete(oldest[0]);
      void end(oldest[1]);
    }
    runs.set(key, opened);
    opened.catch(() => runs.delete(key));
    return opened;
  }

  async function perform(flow: CallFlow, intent: RequestedCall): Promise<void> {
    const { tool, input, client, logLevel, onLog, onProgress } = intent;
    let whole: unknown;
    try {
      const run = await runOf(client);
      const outcome = await run.execute({
        tool,
        input,
        signal: flow.signal,
        ask: (request, { signal }) => flow.askApproval(request, signal),
        keep: (output) => {
          whole = output;
        },
        dialogue: {
          can: client.can,
          request: (asked) => flow.ask(asked),
          capabilities: client.capabilities,
          quiet: onProgress === undefined,
          ...(logLevel === undefined ? {} : { logLevel }),
          ...(onLog === undefined ? {} : { onLog }),
        },
        ...(onProgress === undefined
          ? {}
          : { onEvent: (event) => event.type === "call-progress" && onProgress(event) }),
      });
      flow.settle(outcome, whole);
    } catch (error) {
      flow.fail(error);
    }
  }

  return {
    know: (principal, mayAnswer) => void (mayAnswer ? silent.delete(principal) : silent.add(principal)),
    start(intent) {
      const { client, early } = intent;
      const flow = createCallFlow({
        client,
        early,
        canBeAsked: canBeAsked(client),
        toQuestion: approvalQuestion,
      });
      void perform(flow, intent);
      return flow;
    },
    isMarked: async (client) => (await runOf(client)).sources.length > 0,
    reachOf: async (client) => (await runOf(client)).reach,
    storage,
    async close() {
      storage.close();
      for (const run of runs.values()) await end(run);
    },
  };
}

const nobody: Ask = async ({ callId }) => {
  throw new DejimaError("internal", `Nobody waits for the call ${callId}`);
};

async function end(run: Promise<OpenRun>): Promise<void> {
  await (await run.catch(() => undefined))?.end("done");
}
