import type { Outcome } from "../../contract/outcome.ts";
import { defined } from "../../support/defined.ts";
import type { CallRequest, TakenInput } from "../call.ts";
import { type ChainStep, runChain } from "../chain.ts";
import type { OpenRun } from "./run-surface.ts";

interface ChainParts extends Pick<Parameters<typeof runChain>[1], "registry" | "takeInput"> {
  perform(request: CallRequest, input: TakenInput): Promise<Outcome>;
}

/** Makes the calls of chains in a run: each step gets the whole outputs of those before it. */
export function chainExecutor({ registry, takeInput, perform }: ChainParts): OpenRun["executeChain"] {
  return (steps: readonly ChainStep[], { signal }: { signal?: AbortSignal } = {}) =>
    runChain(steps, {
      registry,
      takeInput,
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
