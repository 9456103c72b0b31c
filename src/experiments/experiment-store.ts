import { type Experiment, experimentSchema, type VariantName } from "../contract/figures/experiment.ts";
import type { DocumentRepository } from "../store/store.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import type { KeyedTally } from "./figures.ts";
import { type RunTally, tallySchema } from "./run-tally.ts";

const EXPERIMENTS = "experiments";
const RUNS = "experiment-runs";

/** Stores experiments and the counts of runs. Every run has its own document, so that no two processes write the same one. */
export function experimentStore(documents: DocumentRepository) {
  const keyOf = (name: string, runId: string) => `${name}/${runId}`;
  return {
    put: (experiment: Experiment) => documents.put(EXPERIMENTS, experiment.name, experiment),
    async get(name: string): Promise<Experiment | undefined> {
      return experimentSchema.safeParse(await documents.get(EXPERIMENTS, name)).data;
    },
    async list(): Promise<Experiment[]> {
      const stored = await documents.list(EXPERIMENTS);
      return stored.flatMap(({ value }) => experimentSchema.safeParse(value).data ?? []);
    },
    putTally: (name: string, runId: string, tally: RunTally) =>
      documents.put(RUNS, keyOf(name, runId), tally),
    async tally(name: string, runId: string): Promise<RunTally | undefined> {
      return tallySchema.safeParse(await documents.get(RUNS, keyOf(name, runId))).data;
    },
    async tallies(name: string): Promise<KeyedTally[]> {
      const stored = await documents.list(RUNS, { prefix: `${name}/` });
      return stored.flatMap(({ key, value }) => {
        const { data } = tallySchema.safeParse(value);
        return data === undefined ? [] : [{ ...data, runId: key.slice(name.length + 1) }];
      });
    },
  };
}

/** The variant of a run: derived from a hash, so that it is the same in every process and after a restart. */
export function assignedVariant(experiment: string, runId: string): VariantName {
  return Number.parseInt(sha256(`${experiment}\n${runId}`).slice(0, 8), 16) % 2 === 0 ? "a" : "b";
}
