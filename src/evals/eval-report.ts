import type { LanguageModel } from "../model/language/language-model.ts";
import type { Measures } from "./measures.ts";

/** What is changed in an evaluation. What is left out is as it is now. */
export interface Variant {
  readonly name: string;
  /** `provider:name`, or a model of the caller. */
  readonly model?: LanguageModel | string | undefined;
  /** Added to the system prompt. */
  readonly prompt?: string | undefined;
  /** Other descriptions of tools, by name. */
  readonly descriptions?: Readonly<Record<string, string>> | undefined;
  /** The rules that take the place of `permissions` in the config. */
  readonly policy?: VariantPolicy | undefined;
}

/** Rules under the names that the config has for them. */
export interface VariantPolicy {
  readonly safe?: readonly string[] | undefined;
  readonly confirm?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/** One case under one variant. */
export interface CaseReport {
  readonly name: string;
  readonly measures: Measures;
  readonly answer: string;
  /** What is wrong with it; empty for a good one. */
  readonly problems: readonly string[];
  /** In which measures it is worse than the baseline. */
  readonly worse: readonly string[];
}

/** All cases under one variant. */
export interface VariantReport {
  readonly name: string;
  readonly model: string;
  readonly cases: readonly CaseReport[];
}

/** The result of an evaluation. The first variant is the baseline, unless an earlier report is. */
export interface EvalReport {
  readonly at: string;
  readonly variants: readonly VariantReport[];
  /** How many cases are worse than the baseline, over all variants. */
  readonly worse: number;
}
