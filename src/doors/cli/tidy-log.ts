import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../config/schema/config-schema.ts";
import type { Runtime } from "../../runtime.ts";

const INTERVAL_MS = 6 * 3_600_000;

interface TidyOptions {
  readonly log: Config["log"];
  readonly signal: AbortSignal;
  onFault(fault: unknown): void;
}

/**
 * Removes and compresses the data of old runs as the config says: now, and every few hours until the signal
 * aborts.
 */
export async function tidyLog({ history }: Runtime, { log, signal, onFault }: TidyOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      if (log.keepFor !== undefined) await history.prune({ before: Date.now() - log.keepFor });
      if (log.compressAfter !== "never")
        await history.compress({ before: Date.now() - log.compressAfter, signal });
    } catch (fault) {
      onFault(fault);
    }
    await delay(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
