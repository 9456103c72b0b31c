import { existsSync, type FSWatcher, watch } from "node:fs";
import type { Catalogue } from "./catalogue.ts";

/** Ends the watching. */
export interface SkillWatch {
  close(): void;
}

/** Editors write a file in several steps: wait for the last of them. */
const SETTLE_MS = 80;
/** Where the system cannot watch, looking this often still sees a change within a second. */
const POLL_MS = 700;

/** Tells `onChange` the names of skills that appeared, changed or went, within a second of it. */
export function watchSkills(
  catalogue: Catalogue,
  folders: readonly string[],
  onChange: (names: readonly string[]) => void,
): SkillWatch {
  const watchers = new Map<string, FSWatcher>();
  let [timer, closed]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];

  const look = async () => {
    timer = undefined;
    const names = await catalogue.refresh().catch(() => []);
    if (names.length > 0 && !closed) onChange(names);
  };
  const soon = () => {
    if (!closed) timer ??= setTimeout(() => void look(), SETTLE_MS);
  };
  const start = (folder: string) => {
    if (!existsSync(folder)) return;
    try {
      const watcher = watch(folder, { recursive: true, persistent: false }, soon);
      // Out of watches, or the folder went: the poll takes over and tries again.
      watcher.on("error", () => stop(folder));
      watchers.set(folder, watcher);
      soon();
    } catch {
      soon();
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
        soon();
      } else if (!watchers.has(folder)) start(folder);
    }
    if (watchers.size < folders.length) soon();
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
