import type { Approval } from "../../contract/asking/approval.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { TypedTool } from "../../contract/tool.ts";
import { isStoreAway } from "../../store/store-errors.ts";
import { defined } from "../../support/defined.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { type CallRequest, type InputSnapshot, snapshotInput } from "../call.ts";
import { runChain } from "../chain.ts";
import type { EventBus, Listener } from "../event-bus.ts";
import { executeCall } from "../execute-call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { createInnerCalls, type InnerRun } from "../inner-calls.ts";
import { errorData, unrecorded, withToolRun } from "../log/recordable-data.ts";
import { createBudgetRaiser } from "./raise-budget.ts";
import type { RunLifetime } from "./run-lifetime.ts";
import type { RunRecord } from "./run-record.ts";
import type { CallOptions, OpenRun, RecordedQuestion } from "./run-surface.ts";
import type { CallerlessWorld } from "./run-world.ts";

interface RunCalls
  extends Pick<OpenRun, "execute" | "executeMany" | "executeChain" | "submitPlan" | "resume"> {
  /** The world of the run, complete. */
  readonly world: ExecutionWorld;
}

interface CallParts {
  readonly record: RunRecord;
  readonly lifetime: RunLifetime;
  readonly bus: EventBus;
  /** Whether an earlier process has made calls in the run. */
  readonly wasInterrupted: boolean;
  /** Leaves the run to another process. */
  leave(): void;
  /** Why the user of the run may make no more calls. */
  standing(): DejimaError | undefined | Promise<DejimaError | undefined>;
}

/** The ways to call tools in a run. Calls that tools make within their own come back here. */
export function createRunCalls(
  callerless: CallerlessWorld,
  { record: { id, record, nextCallId }, lifetime, bus, wasInterrupted, leave, standing }: CallParts,
): RunCalls {
  const { registry, now } = callerless;
  const within = (signal: AbortSignal): InnerRun => ({
    signal,
    execute,
    world,
    resume,
    nextCallId,
    wasInterrupted,
  });
  // Assigned, not spread: the cache of the world changes when the run's rules are tightened.
  const world: ExecutionWorld = Object.assign(callerless, {
    innerCalls: (parent: Parameters<typeof createInnerCalls>[0], signal: AbortSignal) =>
      createInnerCalls(parent, within(signal)),
    raiseBudget: createBudgetRaiser(id, within),
  });
  const take = (input: unknown) => snapshotInput(input, world);
  // The agent or program that made a keyed call continues later, with the result in the log.
  const leaveFor = (key: string | undefined) => (key === undefined ? () => {} : leave);

  async function perform(request: CallRequest, input: InputSnapshot): Promise<Outcome> {
    const { tool, signal, approve, onEvent } = request;
    if (lifetime.ended)
      throw new DejimaError("conflict", `Cannot call "${tool}": run ${id} has ended`, { runId: id });
    const checked = request.refusal ?? standing();
    const refusal = checked instanceof Promise ? await checked : checked;
    const call = {
      ...(refusal === undefined && isBare(request) ? undefined : optionsOf(request, refusal)),
      // Callers without types may pass anything.
      tool: typeof tool === "string" ? tool : thrownText(tool),
      input,
      signal,
      approve,
      runId: id,
      callId: nextCallId(),
      startedAt: now(),
    };
    const end = lifetime.beginCall();
    try {
      const callWorld = onEvent === undefined ? world : withListener(onEvent, world, { record, bus });
      const outcome = await executeCall(call, callWorld);
      const settled = world.settled();
      return settled === undefined
        ? outcome
        : await onceRecorded(outcome, settled, { leave: leaveFor(request.key), world });
    } finally {
      end();
    }
  }

  const executeOne = (request: CallRequest) =>
    perform(request, take(request.input === undefined ? {} : request.input));
  // The types of each tool are for its caller. Here all calls are alike.
  const execute = ((...args: ExecuteArguments) => {
    try {
      return executeOne(callRequest(args, registry));
    } catch (error) {
      return Promise.reject(error);
    }
  }) as OpenRun["execute"]; // the overloads of one function

  async function resume(
    approval: Approval,
    recorded: RecordedQuestion,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const end = lifetime.beginCall();
    try {
      const { resumeCall } = await import("../asking/resume-call.ts");
      const call = { tool: approval.tool, input: take(approval.input), callId: approval.callId };
      const place = {
        runId: id,
        startedAt: now(),
        signal,
        approve: undefined,
        ...defined({ key: recorded.key }),
      };
      const outcome = await resumeCall({ ...call, ...place }, approval, recorded, world);
      return await onceRecorded(outcome, world.settled(), { leave: leaveFor(recorded.key), world });
    } finally {
      end();
    }
  }

  return {
    world,
    execute,
    resume,
    executeMany: (requests) => Promise.all(requests.map(executeOne)),
    executeChain: (steps, { signal } = {}) =>
      runChain(steps, {
        registry,
        snapshotInput: take,
        // Each step gets the complete outputs of the steps before it.
        async perform(tool, input) {
          let output: unknown;
          const keep = (whole: unknown) => {
            output = whole;
          };
          const outcome = await perform({ tool, keep, ...defined({ signal }) }, input);
          return { outcome, output };
        },
      }),
    async submitPlan(planned, { signal = new AbortController().signal, mayAsk = true } = {}) {
      const { submitPlan } = await import("../asking/submit-plan.ts");
      const lines = planned.map(({ tool, input = {}, times }) => ({ tool, input: take(input), times }));
      return submitPlan(lines, { runId: id, callId: nextCallId(), signal, mayAsk }, world);
    },
  };
}

// Most calls have no options, and every call comes through here.
function isBare(request: CallRequest): boolean {
  for (const key in request) if (key !== "tool" && key !== "input") return false;
  return true;
}

/** The options of a request that its call keeps as they are. */
function optionsOf(request: CallRequest, refusal: DejimaError | undefined) {
  const options: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(request))
    if (value !== undefined && !OF_EVERY_CALL.has(key)) options[key] = value;
  if (refusal !== undefined) options.refusal = refusal;
  return options as Partial<Omit<CallRequest, "tool" | "input" | "signal" | "approve" | "onEvent">>; // those that are left
}

const OF_EVERY_CALL: ReadonlySet<string> = new Set(["tool", "input", "signal", "approve", "onEvent"]);

/** The arguments of `execute`: a whole request, or a tool with its input and options. */
type ExecuteArguments =
  | readonly [request: CallRequest]
  | readonly [tool: string | TypedTool, input?: unknown, options?: CallOptions];

/** Normalizes the arguments of `execute`. Registers a tool that is passed as an object and is not known yet. */
function callRequest(
  [first, input, options]: ExecuteArguments,
  registry: Pick<ToolRegistry, "get" | "register">,
): CallRequest {
  const value: unknown = first; // callers without types may pass anything
  const isObject = typeof value === "object" && value !== null;
  if (isObject && "tool" in value) return first as CallRequest; // an object with a tool is a request
  if (!isObject || !("run" in value)) return { ...options, tool: value as string, input }; // the gate reports what is wrong
  const tool = first as TypedTool; // an object with `run` is a tool
  const { name } = tool;
  const known = registry.get(name);
  if (known === undefined) registry.register(tool);
  else if (known !== tool)
    throw new DejimaError(
      "conflict",
      `Cannot call the tool "${name}" that was handed over: another one of this name is registered. Call that one by its name, or rename yours`,
      { tool: name },
    );
  return { ...options, tool: name, input };
}

/** The same world with an additional listener for one call. */
function withListener(
  onEvent: Listener,
  world: ExecutionWorld,
  { record, bus }: Pick<RunRecord, "record"> & { readonly bus: EventBus },
): ExecutionWorld {
  return {
    ...world,
    record: (event, how) => record(event, onEvent, how),
    announce(event) {
      world.announce(event);
      bus.notify(onEvent, event);
    },
  };
}

/** Returns an outcome once its record survives this process. If it is not recorded, the failure says whether the tool has run. */
async function onceRecorded(
  outcome: Outcome,
  settled: Promise<void> | undefined,
  { leave, world }: { leave(): void; readonly world: ExecutionWorld },
): Promise<Outcome> {
  try {
    await settled;
    return outcome;
  } catch (error) {
    leave();
    const { callId, runId } = outcome;
    if (outcome.type === "failure") return { ...outcome, error: unrecorded(outcome.error, error) };
    const advice = isStoreAway(error)
      ? `: do not repeat the call. Its result is recorded once the store is back; \`dejima log show ${runId}\` then shows it`
      : `, and its result is not recorded: look at what it has changed before you repeat the call. \`dejima log show ${runId}\` shows the run`;
    return { type: "failure", callId, runId, error: errorData(withToolRun(error, advice), "", world) };
  }
}
