import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CONFIG_FILE, type Settings } from "./load-config.ts";
import { userConfigFile } from "./places/user-config.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";
import { trustFile } from "./trust/trust-record.ts";

/** The polling interval, because mounted folders may report no changes. */
const LOOK_EVERY_MS = 250;

/** The files that determine the config: the config itself, its trust record, and the user's own config. */
export function configFiles(
  { file, rulesFile, base }: Pick<Settings, "file" | "rulesFile" | "base">,
  variables: EnvironmentVariables,
): string[] {
  const configs = new Set([file ?? rulesFile ?? join(base, CONFIG_FILE), ...(rulesFile ? [rulesFile] : [])]);
  const trust = [...configs].map((config) => trustFile(variables, config));
  return [...configs, ...trust, userConfigFile(variables)].filter((path) => path !== undefined);
}

/** The folders of skills, and the record of which skills are accepted and turned on. */
export function skillPlaces({ config, base, home }: Settings): string[] {
  const folders = [...config.skills.folders, ...config.skills.imported].map((path) => resolve(base, path));
  return [join(home, "skills"), join(home, "skills", "skills.lock"), ...folders];
}

/** The interval of retries for a change whose files were in use. */
const MOST_TRIES = 20;

/**
 * Calls `onChange` soon after any process wrote, replaced, created or removed one of these files or folders. Detects every
 * change after it resolves. Retries if `onChange` rejects.
 */
export async function watchPaths(
  paths: readonly string[],
  onChange: () => Promise<unknown>,
): Promise<() => void> {
  const look = async () => JSON.stringify(await Promise.all(paths.map(signature)));
  let seen = await look();
  let handled = seen;
  let tries = 0;
  let timer: NodeJS.Timeout;
  const again = () => {
    timer = setTimeout(async () => {
      const found = await look();
      // Editors write a file in several steps: waits until nothing has changed since the last check.
      if (found === seen && found !== handled) {
        const before = handled;
        handled = found;
        tries++;
        await onChange().then(
          () => {
            tries = 0;
          },
          () => {
            if (tries < MOST_TRIES) handled = before;
            else tries = 0;
          },
        );
      }
      seen = found;
      if (!stopped) again();
    }, LOOK_EVERY_MS).unref();
  };
  let stopped = false;
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function signature(path: string): Promise<readonly string[]> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  if (found === undefined) return [];
  return [found.ino, found.size, found.mtimeNs, found.ctimeNs].map(String);
}
