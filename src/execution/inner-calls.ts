import { cancelledWhileAsking, Parked } from "../approval/approval-errors.ts";
import type { Ask } from "../contract/asking/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { type Outcome, outputIn } from "../contract/outcome.ts";
import type { InnerCalls } from "../contract/tool.ts";
import { defined } from "../support/defined.ts";
import { canonicalJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { lazily } from "../support/once.ts";
import { isLeft } from "./asking/approval-service.ts";
import { DeniedCalls } from "./asking/denied-calls.ts";
import type { Call, CallRequest, QuestionTurn } from "./call.ts";
import type { ExecutionWorld } from "./harbour.ts";
import { recordsOf } from "./log/read-log.ts";
import { readObservation } from "./observation/run-stores.ts";
import {
  type CallResult,
  type RecordedCall,
  readRecordedCalls,
  settleInterrupted,
} from "./run/keyed-call.ts";
import type { OpenRun } from "./run/run-surface.ts";

/** The run in which the calls are made. */
export interface InnerRun {
  /** Stops the inner calls together with their parent. */
  readonly signal: AbortSignal;
  readonly world: ExecutionWorld;
  /** Whether an earlier process has made calls in the run. */
  readonly wasInterrupted: boolean;
  execute(request: CallRequest): Promise<Outcome>;
  resume: OpenRun["resume"];
  /** The id of the next question or call. */
  nextCallId(): string;
}

/** The calls that a tool makes within its own. The key of a call states which work made it, its number and its input. */
export function createInnerCalls(parent: Call, run: InnerRun): InnerCalls {
  const { world } = run;
  const over = new AbortController();
  const signal = AbortSignal.any([run.signal, over.signal]);
  const { recorded, settled, stored } = earlierCalls(parent.runId, run, parent.ask ?? world.ask);
  const denied = new DeniedCalls();
  const questions = async () => (await world.asking.service()).queue;
  const whole = parent.key ?? parent.callId;
  const placeOf = (work: string) => `${whole}/${shortHash(work)}/`;
  // Results are handed out in the order in which the calls ended, however long it takes to read them.
  let handedOut: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(read: () => Promise<Result>): Promise<Result> => {
    const result = handedOut.then(read);
    handedOut = result.catch(() => {});
    return result;
  };
  return {
    async ended(work) {
      const place = placeOf(work);
      return [...(await recorded())]
        .filter(([key, { end }]) => end !== undefined && key.startsWith(place))
        .map(([key]) => Number.parseInt(key.slice(place.length), 10));
    },
    async make({ index, tool, input, apart }, work) {
      const place = `${placeOf(work)}${index}/`;
      const call = nameOfCall(tool, input);
      const key = `${place}${call}`;
      // Inner calls ask the same person as their parent.
      const { allowedPaths, ask, dialogue } = parent;
      const questionTurn = denied.turn();
      const made = async () =>
        (await known(work, place, key, questionTurn)) ??
        (await run.execute({
          tool,
          input,
          key,
          parent: parent.callId,
          signal,
          ...defined({ allowedPaths, ask, dialogue, apart, questionTurn, refusal: denied.denialOf(call) }),
        }));
      let outcome: Outcome;
      try {
        outcome = await made();
        if (outcome.type === "failure" && outcome.error.details.parked === true) {
          const parked = new Parked(await (await questions()).get(String(outcome.error.details.id)));
          denied.park(parked);
          throw parked;
        }
        // The run ends while a question stays open: the program is no more over than the question.
        if (outcome.type === "failure" && outcome.error.code === "cancelled" && isLeft(world.asking, signal))
          throw cancelledWhileAsking(tool);
        note(call, outcome);
      } finally {
        questionTurn.leave(); // a refusal is counted before the next question
      }
      return { outcome, output: await inTurn(() => wholeOutput(outcome)) };
    },
    async plan(sites, work) {
      const { planProgram } = await import("./asking/plan-program.ts");
      const ask = parent.ask ?? world.ask;
      await planProgram(
        sites,
        {
          runId: parent.runId,
          callId: run.nextCallId(),
          signal,
          program: work,
          ask,
          // If nobody waits for the answer here, the question is asked when the call is made.
          mayAsk: parent.approve === undefined && (ask !== undefined || world.asking.park === "wait"),
          wasInterrupted: run.wasInterrupted,
        },
        world,
      );
    },
  };

  function note(call: string, outcome: Outcome): void {
    try {
      denied.note(call, outcome);
    } catch (error) {
      over.abort(error); // the other questions need no answer any more
      throw error;
    }
  }

  async function known(
    work: string,
    place: string,
    key: string,
    questionTurn: QuestionTurn,
  ): Promise<Outcome | undefined> {
    const before: ReadonlyMap<string, RecordedCall> = await recorded();
    const call = before.get(key);
    if (call?.end !== undefined || call?.approval !== undefined) questionTurn.leave(); // its question was asked before
    if (call !== undefined) return storedSuccess(call) ?? (await settled(call))?.outcome;
    // Calls of other work under the same parent are as wrong as another call under the same number.
    const isOther = (made: string) =>
      made.startsWith(place) || (made.startsWith(`${whole}/`) && !made.startsWith(placeOf(work)));
    const [, other] = [...before].find(([made]) => isOther(made)) ?? [];
    if (other === undefined) return undefined;
    const { callId, tool } = other;
    throw new DejimaError(
      "conflict",
      `Cannot continue: this is not the call that was made here before the restart, ${callId} of "${tool}"`,
      { callId, tool },
    );
  }

  async function wholeOutput(outcome: Outcome): Promise<unknown> {
    if (outcome.type === "failure") return undefined;
    if (outcome.observation?.truncated !== true) return outcome.output;
    const { ref, format } = outcome.observation;
    return outputIn(await stored(ref), format);
  }
}

/** The keyed calls that earlier processes made in a run. */
export function earlierCalls(
  runId: string,
  { world, signal, wasInterrupted, resume }: Pick<InnerRun, "world" | "signal" | "wasInterrupted" | "resume">,
  ask: Ask | undefined,
) {
  const stored = (ref: string) => readObservation(runId, ref, world);
  return {
    stored,
    recorded: lazily(
      async (): Promise<ReadonlyMap<string, RecordedCall>> =>
        wasInterrupted ? readRecordedCalls(recordsOf(world.logs.lines(runId))) : new Map(),
    ),
    /** The result of such a call. `undefined` if it may be made again. */
    settled: async (call: RecordedCall): Promise<CallResult | undefined> =>
      settleInterrupted(call, {
        run: { id: runId, resume },
        questions: (await world.asking.service()).queue,
        ask,
        park: world.asking.park,
        signal,
        observation: stored,
        maxCharacters: world.limits.maxOutputCharacters,
      }),
  };
}

/** A recorded success whose output was stored. */
function storedSuccess({ end }: RecordedCall): Outcome | undefined {
  if (end?.result.ok !== true || end.result.observation === undefined) return undefined;
  const { callId, runId, result } = end;
  const observation = { ...result.observation, truncated: true };
  return { type: "success", callId, runId, output: undefined, observation } as Outcome; // the log keeps all of its fields
}

/** Identifies a call by its tool and input. Input that is nested too deeply to be read is refused when the call is made. */
function nameOfCall(tool: string, input: unknown): string {
  try {
    return shortHash(canonicalJson([tool, input]));
  } catch {
    return "unreadable";
  }
}

const shortHash = (text: string): string => sha256(text).slice(0, 16);
