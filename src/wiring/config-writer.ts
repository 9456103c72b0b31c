import { basename } from "node:path";
import { loadConfig, type Settings } from "../config/load-config.ts";
import { readOwnConfig } from "../config/own-config.ts";
import { parseConfig } from "../config/parse-config.ts";
import { writeConfig } from "../config/write-config.ts";
import type { ReloadReport } from "../contract/reload.ts";

/** Where a change was written, and its effect. */
export interface ConfigChange {
  readonly file: string;
  readonly report: ReloadReport;
}

/** Changes the user's config file, one change at a time, and applies each at once. */
export interface ConfigWriter {
  /**
   * Reads the current text. `what` names the planned change, for the error if the file is not the user's own.
   */
  read(what: string): Promise<{ readonly file: string; readonly text: string }>;
  change(what: string, edit: (text: string) => string): Promise<ConfigChange>;
}

interface WriterParts {
  readonly variables: Readonly<Record<string, string | undefined>>;
  settings(): Settings;
  reload(load: () => Promise<Settings>): Promise<ReloadReport>;
}

/** Opens the config of a runtime for changes. */
export function configWriter({ variables, settings, reload }: WriterParts): ConfigWriter {
  let writing: Promise<unknown> = Promise.resolve();

  async function write(what: string, edit: (text: string) => string): Promise<ConfigChange> {
    const held = settings();
    const { file, text } = await readOwnConfig(held, { variables, what });
    const next = edit(text);
    // Never write a config that cannot be parsed.
    parseConfig(next, basename(file), variables);
    await writeConfig(file, next, variables);
    const { base: cwd, home, named } = held;
    const configFile = named === true ? { configFile: file } : {};
    return { file, report: await reload(() => loadConfig({ cwd, home, variables, ...configFile })) };
  }

  return {
    read: (what) => readOwnConfig(settings(), { variables, what }),
    change(what, edit) {
      const done = writing.then(() => write(what, edit));
      writing = done.catch(() => {});
      return done;
    },
  };
}
