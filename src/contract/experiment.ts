import { z } from "zod";
import type { EventOf, HarbourEvent } from "./event.ts";
import type { Tool } from "./tool.ts";

/** `a` is the tool as it is, `b` what is tried. */
export const VARIANTS = ["a", "b"] as const;

export type VariantName = (typeof VARIANTS)[number];

/** Why an experiment has ended: one variant is better, a person stopped it, or the two differ in what they may do. */
const EXPERIMENT_ENDS = ["winner", "stopped", "unequal"] as const;

/** An experiment as the store keeps it. */
export const experimentSchema = z.object({
  name: z.string(),
  tool: z.string(),
  /** The description that is tried, or the version. */
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

/** What was counted of one variant. */
export interface VariantFigures {
  /** Runs that were assigned to it, and those that called the tool. */
  readonly runs: number;
  readonly used: number;
  /** Runs whose first call of the tool went well. The test counts these alone. */
  readonly succeeded: number;
  readonly calls: number;
  readonly failures: number;
  /** Calls of the tool after one that failed in the same run. */
  readonly retries: number;
  readonly questions: number;
  readonly undone: number;
  readonly averageMs: number;
  /** Tokens of the model in a run that used the tool, on average. */
  readonly averageTokens: number;
}

/** An experiment with what it has shown so far. */
export interface ExperimentStatus extends Experiment {
  readonly figures: Readonly<Record<VariantName, VariantFigures>>;
  /** The evidence against "both are equally good". 20 ends the experiment; it may be looked at after every call. */
  readonly evidence: number;
  /** How success and evidence went, at up to 40 points. */
  readonly course: readonly CoursePoint[];
}

/** The state of an experiment after some runs. */
export interface CoursePoint {
  readonly runs: number;
  /** The share of runs whose first call went well, from 0 to 1; `null` before the first. */
  readonly a: number | null;
  readonly b: number | null;
  readonly evidence: number;
}

/** What a run uses instead of the default descriptions and versions of tools. */
export interface RunVariants {
  /** Descriptions for the model, by the names of the tools. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** What the log is told when the run begins. */
  readonly uses: readonly Omit<EventOf<"variant-use">, "runId" | "at">[];
  /** The version of a tool that the run is assigned to. Returns the tool itself if it is in no experiment. */
  choose(tool: Tool): Tool;
  /** Ends the experiment of a tool: the two versions do not touch the same. */
  reportUnequal(tool: Tool): void;
  /** Counts an event of the run. */
  see(event: HarbourEvent): void;
}
