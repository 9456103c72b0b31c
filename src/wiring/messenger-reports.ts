import { z } from "zod";
import { MESSENGER_PROBLEMS, MESSENGER_STATES, type MessengerReport } from "../contract/messenger.ts";
import type { DocumentRepository } from "../store/store.ts";
import { identify } from "../support/process-identity.ts";

const KIND = "messenger-reports";

/** How long a test waits until a messenger is connected or refuses. */
const PATIENCE_MS = 15_000;

const storedSchema = z.object({
  state: z.enum(MESSENGER_STATES),
  since: z.string().optional(),
  problem: z.object({ kind: z.enum(MESSENGER_PROBLEMS), text: z.string(), at: z.string() }).optional(),
  /** The process whose door said so, and the machine that it runs on. */
  by: z.object({ pid: z.int(), began: z.string() }),
  host: z.string(),
});

/** How each messenger fares. It is kept in the store, so that every process can tell. */
export interface ReportBoard {
  of(name: string): Promise<MessengerReport>;
  put(name: string, report: MessengerReport): Promise<void>;
  forget(name: string): Promise<void>;
  /** The next report that says how it went, or the last one after a while. */
  next(name: string): Promise<MessengerReport>;
}

interface BoardParts {
  documents(): Promise<DocumentRepository>;
  /** The name of this machine: processes of others cannot be looked at. */
  readonly host: string;
}

/** Opens the reports of a store. */
export function reportBoard({ documents, host }: BoardParts): ReportBoard {
  const waiting = new Map<string, Set<(report: MessengerReport) => void>>();
  let turn: Promise<unknown> = Promise.resolve();

  async function of(name: string): Promise<MessengerReport> {
    const held = storedSchema.safeParse(await (await documents()).get(KIND, name)).data;
    if (held === undefined) return { state: "idle" };
    const { by, host: where, ...report } = held;
    // What a process said that has ended since is no news.
    const isOver = where === host && identify(by.pid)?.began !== by.began;
    return isOver ? { state: "idle" } : report;
  }

  return {
    of,
    put(name, report) {
      const by = identify(process.pid) ?? { pid: process.pid, began: "" };
      const kept = { ...report, by, host };
      // One after the other: the last word stays.
      const done = turn.then(async () => (await documents()).put(KIND, name, kept));
      turn = done.catch(() => {});
      if (report.state === "connected" || report.state === "failing")
        for (const tell of waiting.get(name) ?? []) tell(report);
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
      const late = setTimeout(() => void of(name).then(settled.resolve, settled.reject), PATIENCE_MS).unref();
      return settled.promise.finally(() => {
        clearTimeout(late);
        all.delete(settled.resolve);
      });
    },
  };
}
