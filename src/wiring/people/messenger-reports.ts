import { z } from "zod";
import { MESSENGER_PROBLEMS, MESSENGER_STATES, type MessengerReport } from "../../contract/user/messenger.ts";
import type { DocumentRepository } from "../../store/store.ts";
import { identify } from "../../support/process/process-identity.ts";

const KIND = "messenger-reports";

/** How long a test waits until a messenger is connected or refuses. */
const TEST_TIMEOUT_MS = 15_000;

const storedSchema = z.object({
  state: z.enum(MESSENGER_STATES),
  since: z.string().optional(),
  problem: z.object({ kind: z.enum(MESSENGER_PROBLEMS), text: z.string(), at: z.string() }).optional(),
  /** The process that reported, and its machine. */
  by: z.object({ pid: z.int(), began: z.string() }),
  host: z.string(),
});

/** The connection state of each messenger. Stored, so that every process can read it. */
export interface ReportBoard {
  of(name: string): Promise<MessengerReport>;
  put(name: string, report: MessengerReport): Promise<void>;
  forget(name: string): Promise<void>;
  /** The next conclusive report, or the latest one after a timeout. */
  next(name: string): Promise<MessengerReport>;
}

interface BoardParts {
  documents(): Promise<DocumentRepository>;
  /** The name of this machine. Processes of other machines cannot be inspected. */
  readonly host: string;
}

/** Opens the reports of a store. */
export function reportBoard({ documents, host }: BoardParts): ReportBoard {
  const waiting = new Map<string, Set<(report: MessengerReport) => void>>();
  let turn: Promise<unknown> = Promise.resolve();

  async function of(name: string): Promise<MessengerReport> {
    const stored = storedSchema.safeParse(await (await documents()).get(KIND, name)).data;
    if (stored === undefined) return { state: "idle" };
    const { by, host: where, ...report } = stored;
    // Ignore the report of a process that has ended.
    const isOver = where === host && identify(by.pid)?.began !== by.began;
    return isOver ? { state: "idle" } : report;
  }

  return {
    of,
    put(name, report) {
      const by = identify(process.pid) ?? { pid: process.pid, began: "" };
      const stored = { ...report, by, host };
      // Written one after the other, so that the latest report stays.
      const done = turn.then(async () => (await documents()).put(KIND, name, stored));
      turn = done.catch(() => {});
      if (report.state === "connected" || report.state === "failing")
        for (const resolve of waiting.get(name) ?? []) resolve(report);
      return done;
    },
    async forget(name) {
      await turn;
      await (await documents()).delete(KIND, name);
    },
    next(name) {
      const settled = Promise.withResolvers<MessengerReport>();
      const all = waiting.get(name) ?? new Set();
      waiting.set(name, all.add(settled.resolve));
      const late = setTimeout(
        () => void of(name).then(settled.resolve, settled.reject),
        TEST_TIMEOUT_MS,
      ).unref();
      return settled.promise.finally(() => {
        clearTimeout(late);
        all.delete(settled.resolve);
      });
    },
  };
}
