import { z } from "zod";

/**
 * What the contract of an active skill binds. `everything`: the user named the skill, so the whole run keeps to its list.
 * `own`: the model chose the skill, so from then on calls that the user's message does not ask for keep to its list.
 * `nothing`: the message only calls for it; its instructions are in the prompt, and its scripts are contained as always.
 */
export const skillBindingSchema = z.enum(["everything", "own", "nothing"]);

export type SkillBinding = z.infer<typeof skillBindingSchema>;

/** A skill that is active in a run. */
export interface ActiveSkill {
  readonly name: string;
  readonly binds: SkillBinding;
  /** The round of calls after which it became active; 0 for those of the message. */
  readonly round: number;
  /** Whether the servers that it brings along are started. */
  readonly servers: boolean;
}

/** Skills whose lists hold together: a call that one of them lists is within all of them. */
interface SkillGroup {
  readonly binds: "everything" | "own";
  readonly names: readonly string[];
}

/**
 * The groups of active skills whose lists bind a run, in the order in which they began to. Skills of one message or one round
 * belong together, and so do those that the message calls for. A skill chosen later, under another one, stays within both.
 */
export function bindingGroups(active: readonly ActiveSkill[]): SkillGroup[] {
  const named = active.filter(({ binds }) => binds === "everything").map(({ name }) => name);
  const called = active.filter(({ binds }) => binds === "nothing").map(({ name }) => name);
  const groups: SkillGroup[] = named.length === 0 ? [] : [{ binds: "everything", names: named }];
  const bound = new Set(named);
  const rounds = Map.groupBy(
    active.filter(({ binds }) => binds === "own"),
    ({ round }) => round,
  );
  for (const members of rounds.values()) {
    const fresh = members.map(({ name }) => name).filter((name) => !bound.has(name));
    if (fresh.length === 0) continue;
    const names = [...new Set([...fresh, ...called])];
    groups.push({ binds: "own", names });
    for (const name of names) bound.add(name);
  }
  return groups;
}
