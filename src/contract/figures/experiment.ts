import { z } from "zod";
import type { EventOf, HarbourEvent } from "../event.ts";
import type { Tool } from "../tool.ts";

/** `a` is the tool as it is, `b` the variant under test. */
export const VARIANTS = ["a", "b"] as const;

export type VariantName = (typeof VARIANTS)[number];

/** Why an experiment ended: one variant is better, a person stopped it, or the variants have different effects. */
export const EXPERIMENT_ENDS = ["winner", "stopped", "unequal"] as const;

/** An experiment as it is stored. */
export const experimentSchema = z.object({
  name: z.string(),
  tool: z.string(),
  /** The description under test, or the version. */
  description: z.string().optional(),
  version: z.string().optional(),
  by: z.string(),
  startedAt: z.int(),
  end: z
    .object({
      at: z.int(),
      why: z.enum(EXPERIMENT_ENDS),
      winner: z.enum(VARIANTS).optional(),
      note: z.string(),
    })
    .optional(),
});

export type Experiment = z.infer<typeof experimentSchema>;

/** The figures of one variant. */
export interface VariantFigures {
  /** Runs that were assigned to the variant; `used` counts those that called the tool. */
  readonly runs: number;
  readonly used: number;
  /** Runs whose first call of the tool succeeded. The statistical test counts only these. */
  readonly succeeded: number;
  readonly calls: number;
  readonly failures: number;
  /** Calls of the tool after a failed one in the same run. */
  readonly retries: number;
  readonly questions: number;
  readonly undone: number;
  readonly averageMs: number;
  /** Average number of model tokens in a run that used the tool. */
  readonly averageTokens: number;
}

/** An experiment with its results so far. */
export interface ExperimentStatus extends Experiment {
  readonly figures: Readonly<Record<VariantName, VariantFigures>>;
  /** The evidence against "both are equally good". 20 ends the experiment. It stays valid however often it is checked. */
  readonly evidence: number;
  /** Success and evidence over time, at up to 40 points. */
  readonly course: readonly CoursePoint[];
}

/** The state of an experiment after some runs. */
export interface CoursePoint {
  readonly runs: number;
  /** The share of runs whose first call succeeded, from 0 to 1. `null` before the first run. */
  readonly a: number | null;
  readonly b: number | null;
  readonly evidence: number;
}

/** The tool descriptions and versions that a run uses instead of the defaults. */
export interface RunVariants {
  /** Descriptions for the model, by tool name. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The events to log when the run begins. */
  readonly uses: readonly Omit<EventOf<"variant-use">, "runId" | "at">[];
  /** The version of a tool that the run is assigned to. Returns the tool itself if it is in no experiment. */
  choose(tool: Tool): Tool;
  /** Ends the experiment of a tool because its two versions have different effects. */
  reportUnequal(tool: Tool): void;
  /** Updates the figures with an event of the run. */
  see(event: HarbourEvent): void;
}
