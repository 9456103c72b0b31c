import type { EffectKind } from "../contract/effect.ts";
import type { CallResult, Hands, KeyedCall } from "./agent-world.ts";
import type { GateRun } from "./gate-run.ts";
import { ParkedRun, parkedQuestion } from "./parked-run.ts";

/** Hands that work through a run of the gate. `stop` ends the calls of one round without ending the run. What a key has done before is given back, not done again. */
export function gateHands(run: GateRun, stop?: () => AbortSignal): Hands {
  const made = new Map<string, Promise<CallResult>>();
  // A driver may start a node again: what a key has begun in this process goes on, it is not begun anew.
  function once(call: KeyedCall, signal: AbortSignal): Promise<CallResult> {
    const begun = made.get(call.key) ?? one(call, signal);
    made.set(call.key, begun);
    return begun;
  }
  async function one({ key, tool, input }: KeyedCall, signal: AbortSignal): Promise<CallResult> {
    const before = await run.before(key);
    if (before !== undefined) return before;
    let effects: readonly EffectKind[] = [];
    const outcome = await run.execute({
      tool,
      input,
      key,
      signal,
      onEvent(event) {
        if (event.type === "call-start") effects = event.effects.map(({ kind }) => kind);
      },
    });
    return { outcome, effects };
  }
  return {
    execute(calls, signal) {
      const either = stop === undefined ? signal : AbortSignal.any([signal, stop()]);
      return Promise.all(calls.map((call) => once(call, either))).then(unlessParked);
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
