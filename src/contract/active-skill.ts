import { z } from "zod";

/**
 * How strictly the contract of an active skill limits a run. `everything`: the user named the skill, so all calls of the run
 * must be on its list. `own`: the model chose the skill, so calls that the user's message does not ask for must be on its
 * list from then on. `nothing`: the message only matches the skill; its instructions are in the prompt, and its scripts are
 * contained as always.
 */
export const skillBindingSchema = z.enum(["everything", "own", "nothing"]);

export type SkillBinding = z.infer<typeof skillBindingSchema>;

/** A skill that is active in a run. */
export interface ActiveSkill {
  readonly name: string;
  readonly binds: SkillBinding;
  /** The round of calls after which the skill became active. 0 if the message activated it. */
  readonly round: number;
  /** Whether the MCP servers that the skill brings are started. */
  readonly servers: boolean;
}

/** Skills whose lists are combined: a call on the list of one of them is allowed by all of them. */
interface SkillGroup {
  readonly binds: "everything" | "own";
  readonly names: readonly string[];
}

/**
 * The groups of active skills whose lists limit a run, in the order in which they became active. Skills of the same message
 * or the same round form one group, together with the skills that the message matches. A skill chosen later must satisfy
 * the earlier groups as well.
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
