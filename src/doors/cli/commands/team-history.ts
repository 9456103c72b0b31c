import { z } from "zod";
import { localTime } from "../../../contract/local-time.ts";
import type { TeamVersionSummary } from "../../../contract/team.ts";
import { accountName } from "../../../support/account.ts";
import { describeReload } from "../../../text/describe-reload.ts";
import { visibleLine } from "../../../text/visible-text.ts";
import { defineCommand } from "../define-command.ts";
import { count } from "../fields.ts";
import { personName } from "../person-name.ts";

const number = z.coerce.number().int().min(1);

const history = defineCommand({
  path: ["config", "history"],
  summary: "Show who changed the team's config, what and when; with a number, the text of that version",
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
        ? "The team has no config yet. `dejima config set KEY VALUE --team` begins one."
        : output.table(versions.map((version) => rowOf(version))),
    );
    return 0;
  },
});

const rollback = defineCommand({
  path: ["config", "rollback"],
  summary: "Make an earlier version of the team's config hold again, at every machine",
  input: z.object({ version: number }),
  arguments: ["version"],
  examples: ["dejima config rollback 3"],
  async run({ runtime, output }, { version: to }) {
    const { version, report } = await (await runtime()).teamConfig.rollBack(to, { by: accountName() });
    output.data(
      { version: version.number, from: to },
      () => `The team's config is as it was in version ${to}. This is version ${version.number}.`,
    );
    const told =
      report === undefined ? "" : describeReload({ ...report, applied: [] }, { command: "dejima" });
    if (told !== "") output.note(visibleLine(told));
    return 0;
  },
});

const skillHistory = defineCommand({
  path: ["skill", "history"],
  summary: "Show who installed, changed and removed the skills of the team, and when",
  input: z.object({ limit: count(20, "how many of the latest changes (20)") }),
  examples: ["dejima skill history"],
  async run({ runtime, output }, { limit }) {
    const versions = await (await runtime()).teamConfig.history({ limit, of: "skills" });
    output.data(versions, () =>
      versions.length === 0
        ? "The team has installed no skills yet."
        : output.table(versions.map((version) => rowOf(version))),
    );
    return 0;
  },
});

const skillRollback = defineCommand({
  path: ["skill", "rollback"],
  summary: "Make the skills of the team what they were in an earlier version, at every machine",
  input: z.object({ version: number }),
  arguments: ["version"],
  examples: ["dejima skill rollback 3"],
  async run({ runtime, output }, { version: to }) {
    const { number: added } = await (await runtime()).teamConfig.rollBackSkills(to, { by: accountName() });
    output.data(
      { version: added, from: to },
      () => `The skills of the team are as they were in version ${to}. This is version ${added}.`,
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [history, rollback, skillHistory, skillRollback];

function rowOf({ number: shown, at, by, change }: TeamVersionSummary): string[] {
  return [String(shown), localTime(at), personName(by), visibleLine(change)];
}
