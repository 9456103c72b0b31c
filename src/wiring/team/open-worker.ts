import { once } from "node:events";
import type { Settings } from "../../config/load-config.ts";
import type { TeamWarning } from "../../contract/user/team.ts";
import type { Conversations } from "../../conversation/conversations.ts";
import type { RunQueue } from "../../queue/run-queue.ts";
import type { LagFigures } from "../../store/event-lag.ts";
import type { SharedStore, TeamNode } from "../../store/shared-store.ts";
import { defined } from "../../support/defined.ts";
import type { OpenRuns } from "../storage/run-registry.ts";
import { type AttendOptions, teamPresence } from "./team-presence.ts";

/** Executes runs that other processes have accepted. */
export interface Worker {
  /**
   * Works on up to `runs` runs at once until the signal aborts. Then it takes no more and hands over those
   * under way: each after its current step, at the latest after `drainMs`.
   */
  run(options: {
    readonly signal: AbortSignal;
    readonly runs: number;
    readonly drainMs?: number;
    /** Called with what people at this machine should know. */
    note?(text: string): void;
  }): Promise<void>;
  /** Says that a web process lives, until the signal aborts. Does nothing on one machine. */
  attend(options: Omit<AttendOptions, "role">): Promise<void>;
  /** The processes that live, and what is wrong among them. Empty on one machine. */
  team(): Promise<{ readonly nodes: readonly TeamNode[]; readonly warnings: readonly TeamWarning[] }>;
  /** What the team's operators watch. All but the lag are counted over all processes. */
  figures(): Promise<TeamFigures>;
}

interface TeamFigures {
  readonly queue: Awaited<ReturnType<RunQueue["depth"]>>;
  readonly leases: Awaited<ReturnType<SharedStore["leases"]["count"]>>;
  readonly lag: LagFigures;
}

interface WorkerParts {
  readonly settings: Pick<Settings, "home" | "config">;
  readonly openRuns: OpenRuns;
  conversations(): Promise<Conversations>;
  queue(): Promise<RunQueue>;
  /** Waits until the team's config is applied here. */
  ready(): Promise<void>;
  shared(): Promise<SharedStore>;
  onFault(error: unknown): void;
}

const DRAIN_MS = 20_000;
/** How often each worker looks for runs whose process is gone. */
const LOST_MS = 1_000;

/** Creates the worker of a runtime. */
export function createWorker(parts: WorkerParts): Worker {
  const { openRuns, conversations, queue, ready, shared, onFault } = parts;
  const { home, config } = parts.settings;
  const presence = config.runs === "here" ? undefined : teamPresence({ home, config, shared, queue });
  return {
    attend: async (options) => presence?.attend({ ...options, role: "web" }),
    team: async () => ({
      nodes: (await presence?.nodes()) ?? [],
      warnings: (await presence?.warnings()) ?? [],
    }),
    async run({ signal, runs, drainMs = DRAIN_MS, note }) {
      await ready();
      const [jobs, talks] = await Promise.all([queue(), conversations()]);
      const handOver = new AbortController();
      const going = new Set<Promise<unknown>>();
      await jobs.work(
        async (job) => {
          const work = talks.perform(job, { handOver: handOver.signal });
          const done = work.catch(() => undefined).finally(() => going.delete(done));
          going.add(done);
          await work.catch((error) => {
            onFault(error);
            throw error;
          });
        },
        { concurrency: runs },
      );
      // While the database is unavailable this fails; the next interval tries again.
      const resumeLost = async () => void (await (await shared()).resumeLost());
      const attending = presence?.attend({ role: "worker", signal, ...defined({ note }) });
      const looking = setInterval(() => void resumeLost().catch(() => undefined), LOST_MS);
      if (!signal.aborted) await once(signal, "abort");
      clearInterval(looking);
      handOver.abort();
      await jobs.pause();
      const late = setTimeout(() => {
        for (const run of openRuns.all()) run.leave();
      }, drainMs);
      while (going.size > 0) await Promise.all(going);
      clearTimeout(late);
      await attending;
    },
    async figures() {
      const { leases, lag } = await shared();
      const [depth, count] = await Promise.all([(await queue()).depth(), leases.count()]);
      return { queue: depth, leases: count, lag: lag.figures() };
    },
  };
}
