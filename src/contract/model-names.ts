/** Why a model does not answer, in kinds that a person can fix. */
export const MODEL_PROBLEMS = [
  "missing-key",
  "wrong-key",
  "no-server",
  "wrong-address",
  "no-such-model",
  "out-of-quota",
  "busy",
  "too-slow",
  "other",
] as const;

export type ModelProblem = (typeof MODEL_PROBLEMS)[number];

/** Who can choose the model, in order of precedence. */
export const CHOOSERS = ["caller", "home", "config", "user", "environment", "default"] as const;

export type ChosenBy = (typeof CHOOSERS)[number];
