import type { OpenRun, Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";

/** The call whose interface makes calls, and the person viewing it. */
interface InterfaceUse {
  readonly callId: string;
  readonly server: string;
  readonly user: string;
  readonly conversation: string | undefined;
  /** The sources of untrusted content in the run of the call. */
  readonly untrusted: readonly string[];
}

/** The runs in which interfaces make their calls: one for each interface and person, while in use. */
interface InterfaceRuns {
  /** Does work in the run of an interface. */
  use<Result>(of: InterfaceUse, work: (run: OpenRun) => Promise<Result>): Promise<Result>;
}

/** After this long without a call the run of an interface ends. */
const IDLE_MS = 5 * 60_000;
/** Pages can be opened again and again. Beyond this many runs, the least recently used ends. */
const MAX_OPEN_RUNS = 100;

interface SharedRun {
  readonly opened: Promise<OpenRun>;
  uses: number;
  timer?: NodeJS.Timeout;
}

/**
 * Creates the runs. Everything in them comes from the interface's server: they begin marked with it, and
 * nothing in them counts as the user's words.
 */
export function createInterfaceRuns(runtime: Runtime): InterfaceRuns {
  const openRuns = new Map<string, SharedRun>();

  function open({ callId, server, user, conversation, untrusted }: InterfaceUse): SharedRun {
    const opened = runtime.openRun({
      title: `interface of ${server} in ${callId}`,
      user,
      ...defined({ conversation }),
      mode: "interactive",
      place: "chat",
      park: "wait",
      interfaceOf: server,
      untrusted: [...new Set([...untrusted, `interface of ${server}`])],
    });
    return { opened, uses: 0 };
  }

  function end(key: string): void {
    const entry = openRuns.get(key);
    openRuns.delete(key);
    clearTimeout(entry?.timer);
    void entry?.opened.then((run) => run.end("done")).catch(() => {});
  }

  return {
    async use(of, work) {
      const key = `${of.callId}\n${of.user}`;
      const entry = openRuns.get(key) ?? open(of);
      openRuns.delete(key); // moves the key to the end: most recently used
      openRuns.set(key, entry);
      clearTimeout(entry.timer);
      const oldest = [...openRuns].find(([, { uses }]) => uses === 0)?.[0];
      if (openRuns.size > MAX_OPEN_RUNS && oldest !== undefined && oldest !== key) end(oldest);
      entry.uses++;
      try {
        return await work(await entry.opened);
      } catch (error) {
        if (
          await entry.opened.then(
            () => false,
            () => true,
          )
        )
          openRuns.delete(key);
        throw error;
      } finally {
        entry.uses--;
        if (entry.uses === 0) entry.timer = setTimeout(() => end(key), IDLE_MS).unref();
      }
    },
  };
}
