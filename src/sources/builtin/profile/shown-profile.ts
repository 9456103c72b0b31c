import type { Profile } from "../../../contract/profile.ts";

/** A profile as a model is shown it. */
export function shownProfile({ values, skipped, open }: Profile) {
  return { profile: values, skipped, questions: open.map(({ key, question }) => ({ key, ...question })) };
}
