import type { Outcome } from "../../contract/outcome.ts";
import { defined } from "../../support/defined.ts";
import type { CallRequest, InputSnapshot } from "../call.ts";
import { type ChainStep, runChain } from "../chain.ts";
import type { OpenRun } from "./run-surface.ts";

interface ChainParts extends Pick<Parameters<typeof runChain>[1], "registry" | "snapshotInput"> {
  perform(request: CallRequest, input: InputSnapshot): Promise<Outcome>;
}

/** Makes the calls of chains in a run. Each step gets the complete outputs of the steps before it. */
export function chainExecutor({ registry, snapshotInput, perform }: ChainParts): OpenRun["executeChain"] {
  return (steps: readonly ChainStep[], { signal }: { signal?: AbortSignal } = {}) =>
    runChain(steps, {
      registry,
      snapshotInput,
      async perform(tool, input) {
        let output: unknown;
        const keep = (whole: unknown) => {
          output = whole;
        };
        const outcome = await perform({ tool, keep, ...defined({ signal }) }, input);
        return { outcome, output };
      },
    });
}
