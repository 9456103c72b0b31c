import { watch } from "node:fs";

const CALM_MS = 250;
const BUSY_MS = 3;
const STAYS_BUSY_MS = 100;

/**
 * Notices that some process has written to a database. The log of SQLite tells at once that something is being written;
 * when it can be read depends on the writer's disk, so it is looked at often for a moment, and seldom otherwise.
 */
export function watchSqlite(file: string, onChange: () => void): () => void {
  let busyUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    onChange();
    timer = setTimeout(tick, performance.now() < busyUntil ? BUSY_MS : CALM_MS).unref();
  };
  const hurry = () => {
    const calm = performance.now() >= busyUntil;
    busyUntil = performance.now() + STAYS_BUSY_MS;
    if (!calm) return;
    clearTimeout(timer);
    timer = setTimeout(tick, 0).unref();
  };
  const watcher = watchFile(`${file}-wal`, hurry);
  hurry();
  return () => {
    clearTimeout(timer);
    timer = undefined;
    watcher?.close();
  };
}

// Watching is a help, not a need: where the system refuses it, the seldom look remains.
function watchFile(path: string, onEvent: () => void): { close(): void } | undefined {
  try {
    const watcher = watch(path, { persistent: false }, onEvent);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
