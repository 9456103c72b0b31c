import type { EffectKind } from "../../contract/effect.ts";
import type { CallStage } from "../../execution/call.ts";
import type { AgentExecutor, CallResult, KeyedCall } from "../agent-world.ts";
import type { GateRun } from "./gate-run.ts";
import { ParkedRun, parkedQuestion } from "./parked-run.ts";

type ExecuteOptions = Parameters<AgentExecutor["execute"]>[1];

/** Hands that work through a run of the gate. `stop` ends the calls of one round without ending the run. What a key has done before is given back, not done again. */
export function gateExecutor(run: GateRun, stop?: () => AbortSignal): AgentExecutor {
  const made = new Map<string, Promise<CallResult>>();
  // A driver may start a node again: what a key has begun in this process goes on, it is not begun anew.
  function once(call: KeyedCall, options: ExecuteOptions): Promise<CallResult> {
    const begun = made.get(call.key) ?? one(call, options);
    made.set(call.key, begun);
    return begun;
  }
  async function one(call: KeyedCall, { signal, onAsk }: ExecuteOptions): Promise<CallResult> {
    const before = await run.before(call);
    if (before !== undefined) return before;
    let effects: readonly EffectKind[] = [];
    let answer: CallResult["answer"];
    const onStage = (stage: CallStage) => {
      if (stage.type === "judged") effects = stage.effects.map(({ kind }) => kind);
      else if (stage.type === "asked") onAsk?.();
      else answer = { answer: stage.answer, by: stage.by };
    };
    const outcome = await run.execute({ ...call, signal, onStage });
    return { outcome, effects, ...(answer === undefined ? {} : { answer }) };
  }
  return {
    execute(calls, { signal, onAsk }) {
      const either = stop === undefined ? signal : AbortSignal.any([signal, stop()]);
      const options = { signal: either, ...(onAsk === undefined ? {} : { onAsk }) };
      return Promise.all(calls.map((call) => once(call, options))).then(unlessParked);
    },
    mark: run.mark,
    activate: (skills) => (skills.length === 0 ? Promise.resolve() : run.activate(skills)),
  };
}

// All of a round come to their end first: what has ended is not done again when the run is resumed.
function unlessParked(results: CallResult[]): CallResult[] {
  const waiting = results.flatMap(({ outcome }) => parkedQuestion(outcome) ?? []);
  if (waiting.length > 0) throw new ParkedRun(waiting);
  return results;
}
