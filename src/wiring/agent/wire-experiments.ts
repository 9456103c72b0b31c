import type { RunVariants } from "../../contract/figures/experiment.ts";
import type { Experiments } from "../../experiments/experiments.ts";
import { once } from "../../support/once.ts";
import type { Foundation } from "../foundation.ts";
import type { Storage } from "../storage/wire-storage.ts";

/** Experiments with tools, and the variants each run uses because of them. */
interface WiredExperiments {
  service(): Promise<Experiments>;
  ofRun(runId: string, how: { readonly reopened: boolean }): Promise<RunVariants | undefined>;
  noteUndone(runId: string, callId: string): Promise<void>;
}

/** Defers experiments until a run begins. If they cannot be read, runs use the defaults. */
export function wireExperiments(
  { registry, closing, onFault }: Foundation,
  storage: Pick<Storage, "store">,
): WiredExperiments {
  const service = once(async () => {
    const { createExperiments } = await import("../../experiments/experiments.ts");
    return createExperiments({
      documents: async () => (await storage.store()).documents,
      tool: (name) => registry.get(name),
      require: (name) => registry.require(name),
      now: Date.now,
      onFault,
    });
  });
  closing(service, (own) => own.close());
  return {
    service: service.get,
    async ofRun(...run) {
      try {
        return await (await service.get()).ofRun(...run);
      } catch (error) {
        onFault(error);
        return undefined;
      }
    },
    noteUndone: async (...call) => (await service.get()).noteUndone(...call),
  };
}
