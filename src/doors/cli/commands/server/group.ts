import { z } from "zod";
import { openGroups } from "../../../../access/groups.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { defineCommand } from "../../define-command.ts";

const groupList = defineCommand({
  path: ["group", "list"],
  group: "Manage groups of users, for grants",
  summary: "List the groups and their members",
  input: z.object({}),
  examples: ["dejima group list"],
  async run({ runtime, output }) {
    const groups = await openGroups((await runtime()).store.documents).list();
    output.data(groups, () =>
      groups.length === 0
        ? output.say("No groups. `dejima group add GROUP USER` makes one.")
        : output.table(groups.map(({ name, members }) => [name, visibleText(members.join(", "))])),
    );
    return 0;
  },
});

const membership = z.object({ name: z.string(), member: z.string() });

const groupAdd = defineCommand({
  path: ["group", "add"],
  summary: "Add a user to a group; the first one makes it",
  input: membership,
  arguments: ["name", "member"],
  examples: ["dejima group add editors alice"],
  async run({ runtime, output }, { name, member }) {
    await openGroups((await runtime()).store.documents).add(name, member);
    output.data({ name, member }, () => output.say`${member} is a member of ${name}.`);
    return 0;
  },
});

const groupRemove = defineCommand({
  path: ["group", "remove"],
  summary: "Remove a user from a group; grants to the group do not cover them any more",
  input: membership,
  arguments: ["name", "member"],
  examples: ["dejima group remove editors alice"],
  async run({ runtime, output }, { name, member }) {
    if (!(await openGroups((await runtime()).store.documents).remove(name, member)))
      throw new DejimaError(
        "not_found",
        `Cannot remove "${member}" from the group "${name}": not a member. \`dejima group list\` shows the members`,
      );
    output.data({ name, member }, () => output.say`${member} is no member of ${name} any more.`);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [groupList, groupAdd, groupRemove];
