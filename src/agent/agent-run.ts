import type { ActiveSkill } from "../contract/active-skill.ts";
import type { AskingTime } from "../contract/agent-event.ts";
import type { EffectKind } from "../contract/effect.ts";
import type { HarbourEvent } from "../contract/event.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Tool } from "../contract/tool.ts";
import type { Approvals } from "../execution/asking/runtime-approvals.ts";
import type { CallStage } from "../execution/call.ts";
import type { Listener } from "../execution/event-bus.ts";
import {
  type CallResult,
  isDifferentCall,
  type KeyedCall,
  readRecordedCalls,
  settleInterrupted,
} from "../execution/run/keyed-call.ts";
import type { RunHistory } from "../execution/run/run-history.ts";
import type { OpenRun, RunOptions } from "../execution/run/run-surface.ts";

interface ExecuteOptions {
  readonly signal: AbortSignal;
  /** Called before a person is asked, so that a driver can store its progress. */
  onAsk?(): void;
}

/** A run of the gate as the agent uses it: the agent's only access to the world. Parts of the agent take a `Pick` of it. */
export interface AgentRun
  extends Pick<
    OpenRun,
    | "id"
    | "sources"
    | "flow"
    | "mark"
    | "flush"
    | "announce"
    | "descriptions"
    | "judgeSpend"
    | "raiseBudget"
    | "budgets"
    | "left"
    | "leave"
    | "lease"
    | "end"
  > {
  /** When questions of the run are answered. */
  readonly asking: AskingTime;
  /** Runs the calls of one round in parallel. A key that ran before returns its earlier result. */
  execute(calls: readonly KeyedCall[], options: ExecuteOptions): Promise<CallResult[]>;
  /** Set if somebody else than the user wrote the message. It then starts no skill that only users may start. */
  readonly foreign?: boolean;
  /** Set if the log already says that the turn has begun. A process may die before that is written. */
  readonly announced?: boolean;
  /** Limits the run to what its active skills allow. `request` is the user's message. Takes all active skills each time. */
  activate(skills: readonly ActiveSkill[], request: string): Promise<void>;
  /** The names of the tools that cannot run here, whatever their input. */
  withheld(tools: readonly Tool[]): string[];
  /** Adds an event to the log and takes ownership of it. It is written with the next event of a call, or after at most 50 ms. */
  record(event: HarbourEvent): void;
}

/** Options for the agent's runs. */
export interface AgentRunOptions
  extends Partial<
    Pick<
      RunOptions,
      | "title"
      | "runId"
      | "conversation"
      | "mode"
      | "user"
      | "ask"
      | "park"
      | "place"
      | "voice"
      | "named"
      | "message"
      | "untrusted"
      | "layers"
      | "onStop"
      | "schedule"
      | "worksFor"
      | "begins"
    >
  > {
  /** Called for each round of calls. Aborting the signal stops those calls, and the run continues. */
  readonly callSignal?: () => AbortSignal;
}

/** Opens the runs of an agent, and reopens interrupted ones. */
export interface AgentRuns {
  open(options: AgentRunOptions): Promise<AgentRun>;
  reopen(runId: string, options: AgentRunOptions): Promise<AgentRun>;
  /** Subscribes to the events of one run. */
  subscribe(listener: (event: HarbourEvent) => void, of: { readonly runId: string }): () => void;
}

/** The dependencies of the agent's runs. */
export interface AgentRunsParts {
  openRun(options: Partial<RunOptions>): Promise<OpenRun>;
  reopenRun(runId: string, options: Partial<RunOptions>): Promise<OpenRun>;
  /** Limits a run to what its active skills allow, and starts their servers. */
  activate(run: OpenRun, skills: readonly ActiveSkill[], request: string): Promise<void>;
  readonly approvals: Approvals;
  history(): Promise<Pick<RunHistory, "read" | "observation">>;
  subscribe(listener: Listener, of: { readonly runId: string }): () => void;
  readonly maxOutputCharacters: number;
}

/** Opens runs of the gate for an agent. */
export function createAgentRuns(parts: AgentRunsParts): AgentRuns {
  return {
    subscribe: parts.subscribe,
    async open({ callSignal, ...options }) {
      const foreign = options.untrusted !== undefined;
      return agentRun(await parts.openRun(options), { activate: parts.activate, callSignal, foreign });
    },
    async reopen(runId, { callSignal, ...options }) {
      const run = await parts.reopenRun(runId, options);
      const history = await parts.history();
      // Read while nobody else can write and before the run continues: exactly the calls of earlier processes.
      const recorded = await readRecordedCalls(history.read(runId));
      return agentRun(run, {
        activate: parts.activate,
        callSignal,
        foreign: options.untrusted !== undefined,
        announced: await hasTurnStart(history.read(runId)),
        async before(request, signal) {
          const call = recorded.get(request.key);
          if (call === undefined || isDifferentCall(call, request)) return undefined;
          return settleInterrupted(call, interruptedWorld(run, parts, signal));
        },
      });
    },
  };
}

async function hasTurnStart(records: ReturnType<RunHistory["read"]>): Promise<boolean> {
  for await (const { type } of records) if (type === "turn-start") return true;
  return false;
}

interface AgentRunParts extends Pick<AgentRunsParts, "activate"> {
  readonly callSignal: (() => AbortSignal) | undefined;
  readonly foreign?: boolean;
  readonly announced?: boolean;
  /** The result of this call from before the interruption. Returns `undefined` if the call must be made. */
  before?(call: KeyedCall, signal: AbortSignal): Promise<CallResult | undefined>;
}

/** An open run as the agent uses it. */
export function agentRun(
  run: OpenRun,
  { activate, callSignal, foreign = false, announced = false, before }: AgentRunParts,
): AgentRun {
  const made = new Map<string, Promise<CallResult>>();
  async function make(call: KeyedCall, options: ExecuteOptions): Promise<CallResult> {
    const known = before === undefined ? undefined : await before(call, options.signal);
    if (known !== undefined) return known;
    let effects: readonly EffectKind[] = [];
    let answer: CallResult["answer"];
    const onStage = (stage: CallStage) => {
      if (stage.type === "judged") effects = stage.effects.map(({ kind }) => kind);
      else if (stage.type === "asked") options.onAsk?.();
      else if (stage.answer === "approve" || stage.answer === "deny")
        answer = { answer: stage.answer, by: stage.by };
    };
    const outcome = await run.execute({ ...call, signal: options.signal, onStage });
    return answer === undefined ? { outcome, effects } : { outcome, effects, answer };
  }
  return {
    id: run.id,
    foreign,
    announced,
    asking: askingTime(run.asks),
    sources: run.sources,
    mark: run.mark,
    flow: run.flow,
    descriptions: run.descriptions,
    withheld: (tools) => tools.filter((tool) => run.reach(tool) === "denied").map(({ name }) => name),
    flush: run.flush,
    announce: run.announce,
    judgeSpend: run.judgeSpend,
    budgets: run.budgets,
    async raiseBudget(reached, signal) {
      const outcome = await run.raiseBudget(reached, signal);
      throwIfParked([{ outcome, effects: [] }], run);
      return outcome;
    },
    // The names of nodes and their durations are Dejima's own, so there is nothing to redact in them.
    record: (event) => run.record(event, { lazily: true, given: true, clean: event.type === "node-end" }),
    execute(calls, { signal, ...options }) {
      const either = callSignal === undefined ? signal : AbortSignal.any([signal, callSignal()]);
      // A driver may start a node again. A call that this process has started continues; it is not started again.
      const results = calls.map((call) => {
        const started = made.get(call.key) ?? make(call, { ...options, signal: either });
        made.set(call.key, started);
        return started;
      });
      return Promise.all(results).then((settled) => throwIfParked(settled, run));
    },
    activate: async (skills, request) => (skills.length === 0 ? undefined : activate(run, skills, request)),
    get left() {
      return run.left;
    },
    leave: run.leave,
    lease: run.lease,
    end: run.end,
  };
}

/** When questions of a run are answered. */
function askingTime({ ask, park, mode }: OpenRun["asks"]): AskingTime {
  if (ask !== undefined) return "now";
  if (park === "refuse") return "never";
  return park === "wait" && mode === "interactive" ? "now" : "later";
}

function interruptedWorld(run: OpenRun, parts: AgentRunsParts, signal: AbortSignal) {
  return {
    run,
    questions: { get: parts.approvals.show, answer: parts.approvals.answer, wait: parts.approvals.wait },
    ...run.asks,
    maxCharacters: parts.maxOutputCharacters,
    signal,
    observation: async (ref: string) => (await parts.history()).observation(run.id, ref),
  };
}

/** Thrown out of the workflow when calls of a round wait in the store for answers. The run continues when it is resumed. */
export class ParkedRun extends Error {
  /** The ids of the open questions. */
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super(`The run waits for ${ids.join(", ")}`);
    this.ids = ids;
  }
}

// All calls of a round end first. Those that have ended are not made again when the run is resumed.
function throwIfParked(results: CallResult[], { left }: Pick<OpenRun, "left">): CallResult[] {
  // Another process continues a run that was left, so these results must have no effect here.
  if (left) throw new ParkedRun([]);
  const waiting = results.flatMap(({ outcome }) => parkedQuestion(outcome) ?? []);
  if (waiting.length > 0) throw new ParkedRun(waiting);
  return results;
}

/** The id of the question that a call waits for in the store. Returns `undefined` if the call has ended. */
function parkedQuestion(outcome: Outcome): string | undefined {
  if (outcome.type === "success" || outcome.error.details.parked !== true) return undefined;
  return String(outcome.error.details.id);
}
