import { setTimeout as delay } from "node:timers/promises";
import { identify, type ProcessIdentity } from "../../support/process-identity.ts";

/** Ends the process, and nobody else who might have its number by now. */
export function killIdentified({ pid, began }: ProcessIdentity): void {
  if (identify(pid)?.began !== began) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

/** Waits until the process is gone. The first process of a namespace goes last: with it all others are gone too. */
export async function untilGone({ pid, began }: ProcessIdentity): Promise<void> {
  while (identify(pid)?.began === began) await delay(1);
}
