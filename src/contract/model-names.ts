/** What keeps a model from answering, as a person can mend it. */
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

/** The name of a problem. */
export type ModelProblem = (typeof MODEL_PROBLEMS)[number];

/** Who can decide which model is used, the first one that does. */
export const CHOOSERS = ["caller", "home", "config", "user", "environment", "default"] as const;

/** Who decided which model is used. */
export type ChosenBy = (typeof CHOOSERS)[number];
