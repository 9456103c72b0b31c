import type { Profile } from "../../../contract/profile.ts";
import type { ToolContext } from "../../../contract/tool.ts";

/** A profile as a model is shown it. Lines that a marked run has set mark whoever is shown them. */
export function shownProfile({ values, skipped, open, untrusted }: Profile, mark: ToolContext["mark"]) {
  mark(untrusted);
  return { profile: values, skipped, questions: open.map(({ key, question }) => ({ key, ...question })) };
}
