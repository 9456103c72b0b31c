import { setTimeout as delay } from "node:timers/promises";
import type { Limits } from "../limit/limits.ts";
import type { Launcher } from "./launcher.ts";

/** A program that takes longer does not feel a launcher starting. */
const REFILL_MS = 250;

/** Keeps one launcher ready with the limits that were used last, so that a start does not wait for a process to be made. */
interface SpareLauncher {
  /** The one that is ready, or a new one. */
  take(limits: Limits): Launcher;
  /** Gets the next one ready once the program has ended or has run for a while. */
  refill(limits: Limits, ended: Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

export function createSpareLauncher(start: (limits: Limits) => Launcher): SpareLauncher {
  let spare: { readonly launcher: Launcher; readonly key: string; ended: boolean } | undefined;
  let closed = false;
  return {
    take(limits) {
      const ready = spare;
      if (ready === undefined || ready.ended || ready.key !== keyOf(limits)) return start(limits);
      spare = undefined;
      ready.launcher.keepAlive(true);
      return ready.launcher;
    },
    async refill(limits, ended) {
      await Promise.race([ended.catch(() => {}), delay(REFILL_MS, undefined, { ref: false })]);
      await new Promise(setImmediate); // whoever waits for the end goes first
      const key = keyOf(limits);
      if (closed || (spare?.key === key && !spare.ended)) return;
      const old = spare;
      const launcher = start(limits);
      const added = { launcher, key, ended: false };
      const markEnded = () => {
        added.ended = true;
      };
      launcher.child.exited.then(markEnded, markEnded);
      launcher.keepAlive(false);
      spare = added;
      await old?.launcher.discard();
    },
    async close() {
      closed = true;
      await spare?.launcher.discard();
    },
  };
}

/** What is held from outside does not matter to a launcher. */
function keyOf({ wallTimeMs: _wall, outputBytes: _output, ...held }: Limits): string {
  return JSON.stringify(held);
}
