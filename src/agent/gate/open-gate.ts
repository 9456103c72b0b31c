import type { AskingTime } from "../../contract/agent-event.ts";
import type { Approvals } from "../../execution/asking/approvals.ts";
import type { Listener } from "../../execution/event-bus.ts";
import type { RunHistory } from "../../execution/run/run-history.ts";
import type { RunOptions } from "../../execution/run/run-options.ts";
import type { OpenRun } from "../../execution/run/run-surface.ts";
import { once } from "../../support/once.ts";
import type { Gate, GateRun } from "./gate-run.ts";
import { settleInterrupted } from "./interrupted-call.ts";
import { isAnother, readRecordedCalls } from "./recorded-calls.ts";

export interface GateParts {
  openRun(options: Partial<RunOptions>): Promise<OpenRun>;
  reopenRun(runId: string, options: Partial<RunOptions>): Promise<OpenRun>;
  /** Holds a run to what these skills list, and starts what they bring along. */
  activate(run: OpenRun, skills: readonly string[]): Promise<void>;
  readonly approvals: Approvals;
  history(): Promise<RunHistory>;
  subscribe(listener: Listener, of: { readonly runId: string }): () => void;
  readonly maxOutputCharacters: number;
}

/** The gate as the agent uses it. */
export function openGate(parts: GateParts): Gate {
  return {
    subscribe: parts.subscribe,
    open: async (options) => gateRun(await parts.openRun(options), parts, async () => undefined),
    async reopen(runId, options) {
      const recorded = once(async () => readRecordedCalls((await parts.history()).read(runId)));
      // Read before the run goes on, so that only what an earlier process did counts.
      await recorded.get();
      const run = await parts.reopenRun(runId, options);
      return gateRun(run, parts, async (asked) => {
        const call = (await recorded.get()).get(asked.key);
        if (call === undefined || isAnother(call, asked)) return undefined;
        return settleInterrupted(call, interruptedWorld(run, parts));
      });
    },
  };
}

function gateRun(run: OpenRun, parts: GateParts, before: GateRun["before"]): GateRun {
  return {
    id: run.id,
    asking: askingTime(run.asks),
    execute: (request) => run.execute(request),
    before,
    sources: run.sources,
    mark: run.mark,
    record: (event) => run.record(event, { lazily: true, given: true }),
    announce: (event) => run.announce(event),
    activate: (skills) => parts.activate(run, skills),
    get left() {
      return run.left;
    },
    end: (status, answer) => run.end(status, answer),
  };
}

/** When a question that comes up in a run is answered. */
function askingTime({ ask, park, mode }: OpenRun["asks"]): AskingTime {
  if (ask !== undefined) return "now";
  if (park === false) return "never";
  return park === true && mode === "interactive" ? "now" : "later";
}

function interruptedWorld(run: OpenRun, parts: GateParts) {
  return {
    run,
    approvals: parts.approvals,
    ...run.asks,
    maxCharacters: parts.maxOutputCharacters,
    signal: new AbortController().signal,
    observation: async (ref: string) => (await parts.history()).observation(run.id, ref),
  };
}
