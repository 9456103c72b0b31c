import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import type { DocumentRepository } from "../store/store.ts";

const COLLECTION = "group-members";
const NAME = /^[\w.-]{1,64}$/;
const MEMBER = /^[^\s/]{1,200}$/u;

const storedMember = z.object({ group: z.string(), member: z.string() });

/** A name for several users, so that a grant or a budget can be given to all of them. */
export interface Group {
  readonly name: string;
  readonly members: readonly string[];
}

/** Groups of users. A group exists as long as it has a member. */
interface Groups {
  list(): Promise<Group[]>;
  /** Empty for a group that does not exist. */
  membersOf(name: string): Promise<readonly string[]>;
  add(name: string, member: string): Promise<void>;
  /** Whether the user was a member. */
  remove(name: string, member: string): Promise<boolean>;
}

/**
 * Opens the groups of a home. Each membership is a separate document, so that concurrent changes do not undo
 * one another.
 */
export function openGroups(documents: DocumentRepository): Groups {
  const all = async () =>
    (await documents.list(COLLECTION)).flatMap(({ value }) => storedMember.safeParse(value).data ?? []);
  const list = async (): Promise<Group[]> => {
    const byName = Map.groupBy(await all(), ({ group }) => group);
    return [...byName]
      .map(([name, rows]) => ({ name, members: rows.map(({ member }) => member).sort() }))
      .sort((one, other) => one.name.localeCompare(other.name));
  };
  return {
    list,
    membersOf: async (name) =>
      (await all()).filter(({ group }) => group === name).map(({ member }) => member),
    async add(name, member) {
      if (!NAME.test(name) || !MEMBER.test(member))
        throw new DejimaError(
          "invalid_input",
          `Cannot add "${member.slice(0, 100)}" to the group "${name.slice(0, 100)}": a group is named with letters, digits, dots, hyphens and underscores, at most 64; a member without blanks and slashes`,
        );
      await documents.put(COLLECTION, keyOf(name, member), { group: name, member });
    },
    async remove(name, member) {
      const isMember = (await documents.get(COLLECTION, keyOf(name, member))) !== undefined;
      if (isMember) await documents.delete(COLLECTION, keyOf(name, member));
      return isMember;
    },
  };
}

function keyOf(name: string, member: string): string {
  return JSON.stringify([name, member]);
}

/** Throws if one of the groups does not exist: a grant to a misspelt name would cover nobody. */
export async function assertGroups(
  documents: DocumentRepository,
  names: readonly string[],
  purpose = "give a grant to",
): Promise<void> {
  const known = new Set((await openGroups(documents).list()).map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new DejimaError(
      "not_found",
      `Cannot ${purpose} the group "${unknown.slice(0, 100)}": there is none. \`dejima group add GROUP USER\` makes one`,
    );
}
