import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { truePath } from "../support/true-path.ts";
import { replaceFile } from "./replace-file.ts";
import type { EnvironmentVariables } from "./substitute-environment.ts";

/** The folders whose code this user lets run inside Dejima itself. Kept with the user, so that no project can bring its own. */
export interface TrustedFolders {
  has(folder: string): Promise<boolean>;
  add(folder: string): Promise<void>;
}

/** Reads and writes the user's list. Without a home directory there is none, and nothing is trusted. */
export function trustedFolders(variables: EnvironmentVariables): TrustedFolders {
  const file = trustFile(variables);
  return {
    has: async (folder) => (await held(file)).includes(truePath(folder)),
    async add(folder) {
      if (file === undefined)
        throw new DejimaError(
          "io_error",
          `Cannot remember that "${folder}" is trusted: neither HOME nor XDG_STATE_HOME is set`,
        );
      const folders = [...new Set([...(await held(file)), truePath(folder)])].sort();
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await replaceFile(file, `${JSON.stringify({ folders }, null, 2)}\n`);
    },
  };
}

function trustFile({ XDG_STATE_HOME, HOME }: EnvironmentVariables): string | undefined {
  const state = XDG_STATE_HOME || (HOME ? join(HOME, ".local", "state") : "");
  return state === "" ? undefined : join(state, "dejima", "trusted-folders.json");
}

// A list that cannot be read trusts nothing.
async function held(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return [];
  try {
    const { folders } = JSON.parse(await readFile(file, "utf8"));
    return Array.isArray(folders) ? folders : [];
  } catch {
    return [];
  }
}
