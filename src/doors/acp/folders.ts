import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime, RuntimeOptions } from "../../runtime.ts";
import { truePath } from "../../support/paths.ts";

/** A folder that sessions work in. */
interface OpenedFolder {
  readonly runtime: Runtime;
  /** Notices for the person, such as settings that are ignored until they are trusted. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** Opens the runtime of a folder. */
export type OpenFolder = (
  folder: string,
  options: Pick<RuntimeOptions, "editorText">,
) => Promise<OpenedFolder>;

/** The folders that sessions are open in, one runtime each. */
interface Folders {
  /** Opens the folder of a session. Sessions of the same folder share it. */
  enter(cwd: string, session: string): Promise<OpenedFolder>;
  /** Closes the folder of a session, unless other sessions use it. */
  leave(session: string): Promise<void>;
  open(): string[];
  close(): Promise<void>;
}

/** Creates a register without folders. */
export function createFolders(open: (folder: string) => Promise<OpenedFolder>): Folders {
  const opened = new Map<string, Promise<OpenedFolder>>();
  const places = new Map<string, string>();

  async function enter(cwd: string, session: string): Promise<OpenedFolder> {
    const folder = await checked(cwd);
    const before = places.get(session);
    if (before !== undefined && before !== folder)
      throw new DejimaError(
        "conflict",
        `Cannot open session "${session}" in "${cwd.slice(0, 200)}": it is open in another folder; close it first`,
      );
    const opening = opened.get(folder) ?? open(folder);
    opened.set(folder, opening);
    try {
      const folderRuntime = await opening;
      if (session !== "") places.set(session, folder);
      return folderRuntime;
    } catch (error) {
      opened.delete(folder);
      throw error;
    }
  }

  return {
    enter,
    async leave(session) {
      const folder = places.get(session);
      places.delete(session);
      if (folder === undefined || [...places.values()].includes(folder)) return;
      const folderRuntime = opened.get(folder);
      opened.delete(folder);
      await (await folderRuntime)?.close();
    },
    open: () => [...opened.keys()],
    async close() {
      const all = await Promise.allSettled(opened.values());
      opened.clear();
      for (const each of all) if (each.status === "fulfilled") await each.value.close();
    },
  };
}

/** The real path of a folder that an editor names. */
async function checked(cwd: string): Promise<string> {
  const refuse = (why: string) =>
    new DejimaError("invalid_input", `Cannot work in "${cwd.slice(0, 200)}": ${why}`);
  if (!isAbsolute(cwd) || cwd.includes("\0")) throw refuse("it is not an absolute path");
  const found = await stat(cwd).catch(() => undefined);
  if (found === undefined) throw refuse("folder not found");
  if (!found.isDirectory()) throw refuse("it is not a folder");
  return truePath(cwd);
}
