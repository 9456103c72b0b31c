import { z } from "zod";
import type { TeamDocument, TeamVersionSummary } from "../../../../contract/user/team.ts";
import { localTime } from "../../../../contract/words/local-time.ts";
import { accountName } from "../../../../support/process/account.ts";
import { describeReload } from "../../../../text/describe-reload.ts";
import { visibleLine } from "../../../../text/visible-text.ts";
import { defineCommand } from "../../define-command.ts";
import { personName } from "../../describe/describe-record.ts";
import { count } from "../../input/fields.ts";
import type { Say } from "../../words/say.ts";

const number = z.coerce.number().int().min(1);

const history = defineCommand({
  path: ["config", "history"],
  summary: "Show the history of the team's config; with a number, the text of that version",
  input: z.object({ version: number.optional(), limit: count(20, "how many of the latest changes (20)") }),
  arguments: ["version"],
  examples: ["dejima config history", "dejima config history 3 > team.yaml"],
  async run({ runtime, output }, { version, limit }) {
    const { teamConfig } = await runtime();
    if (version !== undefined) {
      const found = await teamConfig.version(version);
      output.data(found, () => found.text.trimEnd());
      return 0;
    }
    const versions = await teamConfig.history({ limit });
    output.data(versions, () =>
      versions.length === 0
        ? output.say("The team has no config yet. `dejima config set KEY VALUE --team` begins one.")
        : output.table(versions.map((version) => rowOf(version, output.say))),
    );
    return 0;
  },
});

const rollback = defineCommand({
  path: ["config", "rollback"],
  summary: "Restore an earlier version of the team's config, on every machine",
  input: z.object({ version: number }),
  arguments: ["version"],
  examples: ["dejima config rollback 3"],
  async run({ runtime, output }, { version: to }) {
    const { version, report } = await (await runtime()).teamConfig.rollBack(to, { by: accountName() });
    output.data(
      { version: version.number, from: to },
      () => output.say`The team's config is again that of version ${to}. This is version ${version.number}.`,
    );
    const options = { command: "dejima", language: output.say.language };
    const text = report === undefined ? "" : describeReload({ ...report, applied: [] }, options);
    if (text !== "") output.note(visibleLine(text));
    return 0;
  },
});

interface SharedCommands {
  /** The first word of its commands. */
  readonly word: string;
  readonly of: Exclude<TeamDocument, "config">;
  readonly histories: string;
  readonly rollbacks: string;
  none(say: Say): string;
  done(to: number, say: Say): string;
}

/** The commands that show and roll back a document that is not the config. */
function sharedCommands({ word, of, histories, rollbacks, none, done }: SharedCommands) {
  return [
    defineCommand({
      path: [word, "history"],
      summary: histories,
      input: z.object({ limit: count(20, "how many of the latest changes (20)") }),
      examples: [`dejima ${word} history`],
      async run({ runtime, output }, { limit }) {
        const versions = await (await runtime()).teamConfig.history({ limit, of });
        output.data(versions, () =>
          versions.length === 0
            ? none(output.say)
            : output.table(versions.map((version) => rowOf(version, output.say))),
        );
        return 0;
      },
    }),
    defineCommand({
      path: [word, "rollback"],
      summary: rollbacks,
      input: z.object({ version: number }),
      arguments: ["version"],
      examples: [`dejima ${word} rollback 3`],
      async run({ runtime, output }, { version: to }) {
        const { version } = await (await runtime()).teamConfig.rollBack(to, { by: accountName(), of });
        output.data(
          { version: version.number, from: to },
          () => output.say`${done(to, output.say)} This is version ${version.number}.`,
        );
        return 0;
      },
    }),
  ];
}

const SHARED: readonly SharedCommands[] = [
  {
    word: "skill",
    of: "skills",
    histories: "Show who installed, changed and removed the skills of the team, and when",
    rollbacks: "Make the skills of the team what they were in an earlier version, at every machine",
    none: (say) => say("The team has installed no skills yet."),
    done: (to, say) => say`The skills of the team are again those of version ${to}.`,
  },
  {
    word: "tool",
    of: "tools",
    histories: "Show who shared the tool files of the team, and when",
    rollbacks: "Make the tool files of the team what they were in an earlier version, at every machine",
    none: (say) =>
      say("The team shares no tool files yet. `dejima tool trust --team` shares those of the home."),
    done: (to, say) => say`The tool files of the team are again those of version ${to}.`,
  },
  {
    word: "mcp",
    of: "pins",
    histories: "Show who accepted what about the MCP servers of the team, and when",
    rollbacks: "Restore an earlier version of what was accepted about MCP servers, on every machine",
    none: (say) => say("Nothing has been accepted about an MCP server of the team yet."),
    done: (to, say) => say`What was accepted about MCP servers is again that of version ${to}.`,
  },
];

/** The commands of this file. */
export const COMMANDS = [history, rollback, ...SHARED.flatMap(sharedCommands)];

function rowOf({ number: shown, at, by, change }: TeamVersionSummary, say: Say): string[] {
  return [String(shown), localTime(at), personName(by, say), visibleLine(change)];
}
