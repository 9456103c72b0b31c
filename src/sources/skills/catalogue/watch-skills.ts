import { existsSync, type FSWatcher, watch } from "node:fs";
import type { Catalogue } from "./catalogue.ts";

/** A running watch. */
export interface SkillWatch {
  close(): void;
}

/** Editors write a file in several steps: waits for the last one. */
const SETTLE_MS = 80;
/** If the system cannot watch, polling this often sees a change within a second. */
const POLL_MS = 700;

/** Calls `onChange` with the names of skills that were added, changed or removed, within a second. */
export function watchSkills(
  catalogue: Catalogue,
  folders: readonly string[],
  onChange: (names: readonly string[]) => void,
): SkillWatch {
  const watchers = new Map<string, FSWatcher>();
  let [timer, closed]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];

  const refresh = async () => {
    timer = undefined;
    const names = await catalogue.refresh().catch(() => []);
    if (names.length > 0 && !closed) onChange(names);
  };
  const schedule = () => {
    if (!closed) timer ??= setTimeout(() => void refresh(), SETTLE_MS);
  };
  const start = (folder: string) => {
    if (!existsSync(folder)) return;
    try {
      const watcher = watch(folder, { recursive: true, persistent: false }, schedule);
      // No watches left, or the folder is gone: polling takes over and tries again.
      watcher.on("error", () => stop(folder));
      watchers.set(folder, watcher);
      schedule();
    } catch {
      schedule();
    }
  };
  const stop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  for (const folder of folders) start(folder);
  const poll = setInterval(() => {
    for (const folder of folders) {
      if (watchers.has(folder) && !existsSync(folder)) {
        stop(folder);
        schedule();
      } else if (!watchers.has(folder)) start(folder);
    }
    if (watchers.size < folders.length) schedule();
  }, POLL_MS);
  poll.unref();

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(poll);
      for (const folder of folders) stop(folder);
    },
  };
}
