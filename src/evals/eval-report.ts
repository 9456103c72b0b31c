import type { LanguageModel } from "../model/language/language-model.ts";
import type { Measures } from "./measures.ts";

/** What an evaluation changes. Omitted fields keep their current values. */
export interface Variant {
  readonly name: string;
  /** `provider:name`, or a model of the caller. */
  readonly model?: LanguageModel | string | undefined;
  /** Added to the system prompt. */
  readonly prompt?: string | undefined;
  /** Other descriptions of tools, by name. */
  readonly descriptions?: Readonly<Record<string, string>> | undefined;
  /** Rules that replace `permissions` of the config. */
  readonly policy?: VariantPolicy | undefined;
}

/** Rules under the names of the config. */
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
  /** What is wrong with it. Empty if it is good. */
  readonly problems: readonly string[];
  /** The measures in which it is worse than the baseline. */
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
  /** The number of cases that are worse than the baseline, over all variants. */
  readonly worse: number;
}
