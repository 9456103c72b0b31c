import type { Ask } from "../../contract/asking/approval.ts";
import { RAISE_TOOL, type Reached } from "../../contract/figures/spend.ts";
import type { Outcome } from "../../contract/outcome.ts";
import { defined } from "../../support/defined.ts";
import { earlierCalls, type InnerRun } from "../inner-calls.ts";

/**
 * Asks a person, through the gate, whether to raise a budget that is used up. One state of a budget is asked about once in a run,
 * by whichever of its calls comes first, at the door of that call, also after a restart.
 */
export function createBudgetRaiser(runId: string, within: (signal: AbortSignal) => InnerRun) {
  const asked = new Map<string, Promise<Outcome>>();
  const looked = new Set<string>();
  return (reached: Reached, signal: AbortSignal, ask?: Ask): Promise<Outcome> => {
    const { limit, unit, spent, most } = reached;
    const { scope, account } = limit;
    const key = `budget-${scope}-${account}-${unit}-${most}`;
    // Doubles the budget. A single call that is too expensive gets what it needs.
    const more = Math.max(1, scope === "call" ? spent - most : most);
    const input = { scope, account, unit, spent, most, more };
    const known = asked.get(key);
    if (known !== undefined) return known;
    const asking = askOnce();
    asked.set(key, asking);
    // Only a no is remembered. A raised budget that is used up at the same amount again was lowered in between.
    void asking.then(
      (outcome) => (outcome.type === "success" || outcome.error.code === "cancelled") && asked.delete(key),
      () => asked.delete(key),
    );
    return asking;

    async function askOnce(): Promise<Outcome> {
      const run = within(signal);
      const { recorded, settled } = earlierCalls(runId, run, ask ?? run.world.ask);
      const earlier = looked.has(key) ? undefined : (await recorded()).get(key);
      looked.add(key);
      const result = earlier === undefined ? undefined : await settled(earlier);
      return result?.outcome ?? run.execute({ tool: RAISE_TOOL, input, key, signal, ...defined({ ask }) });
    }
  };
}
