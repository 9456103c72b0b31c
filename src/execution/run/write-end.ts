import type { HarbourLog } from "../log/harbour-log.ts";

interface RunEnd {
  /** Adds the last record. */
  record(): void;
  /** Writes the row of the run. */
  update(end: { readonly records: number; readonly head: string }): Promise<void>;
}

/** Writes the end of a run and releases its log. With a lease, the row is written first, because the lease permits the write. */
export async function writeEnd(log: HarbourLog, { record, update }: RunEnd): Promise<void> {
  const isLeased = log.lease !== undefined;
  try {
    record();
    await log.settled?.();
  } catch (error) {
    await log.close();
    throw error;
  }
  if (!isLeased) log.close();
  const { records, hash: head } = log.head();
  try {
    await update({ records, head });
  } finally {
    if (isLeased) await log.close();
  }
}
