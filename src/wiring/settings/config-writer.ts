import { basename } from "node:path";
import { writeConfig } from "../../config/edit/write-config.ts";
import { loadConfig, type Settings } from "../../config/load-config.ts";
import { parseConfig } from "../../config/parse-config.ts";
import { readOwnConfig } from "../../config/trust/own-config.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ReloadReport } from "../../contract/setting.ts";
import type { TeamChange, TeamConfigService } from "../../contract/user/team.ts";
import { accountName } from "../../support/process/account.ts";

/** Where a change was written, and its effect. */
export interface ConfigChange {
  readonly file: string;
  readonly report: ReloadReport;
}

/**
 * Changes the user's config file, one change at a time, and applies each at once. In a team, the config of the team is changed; what
 * only the file of this machine names is changed there.
 */
export interface ConfigWriter {
  /**
   * Reads the current text. `what` names the planned change, for the error if the file is not the user's own.
   */
  read(what: string): Promise<{ readonly file: string; readonly text: string }>;
  change(what: string, edit: (text: string) => string, doer?: ChangeAuthor): Promise<ConfigChange>;
}

/** The person who makes a change. */
export interface ChangeAuthor {
  readonly by: string;
}

/** The place name for a change of the team's config, instead of a file. */
export const TEAM_CONFIG = "the team's config";

interface WriterParts {
  readonly variables: Readonly<Record<string, string | undefined>>;
  settings(): Settings;
  reload(load: () => Promise<Settings>): Promise<ReloadReport>;
  /** The config of the team. `undefined` without a team. */
  readonly team: (() => Promise<TeamConfigService>) | undefined;
}

/** Opens the config of a runtime for changes. */
export function configWriter({ variables, settings, reload, team }: WriterParts): ConfigWriter {
  let writing: Promise<unknown> = Promise.resolve();

  async function write(what: string, edit: (text: string) => string): Promise<ConfigChange> {
    const current = settings();
    const { file, text } = await readOwnConfig(current, { variables, what });
    const next = edit(text);
    // Never write a config that cannot be parsed.
    parseConfig(next, basename(file), variables);
    await writeConfig(file, next, variables);
    const { base: cwd, home, named } = current;
    const configFile = named === true ? { configFile: file } : {};
    return { file, report: await reload(() => loadConfig({ cwd, home, variables, ...configFile })) };
  }

  async function writeTeam(
    service: TeamConfigService,
    edit: (text: string) => string,
    change: TeamChange,
  ): Promise<ConfigChange> {
    const { report } = await service.change(edit, change);
    const { trusted, ignored } = settings();
    const unchanged = { applied: [], restart: [], problems: [], trusted, ignored };
    return { file: TEAM_CONFIG, report: report ?? { at: new Date().toISOString(), ...unchanged } };
  }

  async function writeEither(
    what: string,
    edit: (text: string) => string,
    by: string,
  ): Promise<ConfigChange> {
    if (team === undefined) return write(what, edit);
    try {
      return await writeTeam(await team(), edit, { by, change: `change ${what}` });
    } catch (error) {
      const isElsewhere = error instanceof DejimaError && error.code === "not_found";
      if (!isElsewhere || settings().file === undefined) throw error;
      return write(what, edit);
    }
  }

  return {
    async read(what) {
      if (team === undefined) return readOwnConfig(settings(), { variables, what });
      return { file: TEAM_CONFIG, text: (await (await team()).current())?.text ?? "" };
    },
    change(what, edit, { by } = { by: accountName() }) {
      const done = writing.then(() => writeEither(what, edit, by));
      writing = done.catch(() => {});
      return done;
    },
  };
}
