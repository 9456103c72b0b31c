import { z } from "zod";
import { localTime } from "../../../contract/local-time.ts";
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
        : output.table(
            versions.map(({ number: shown, at, by, change }) => [
              String(shown),
              localTime(at),
              personName(by),
              visibleLine(change),
            ]),
          ),
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

/** The commands of this file. */
export const COMMANDS = [history, rollback];
