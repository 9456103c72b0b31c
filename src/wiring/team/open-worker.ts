import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Settings } from "../../config/load-config.ts";
import type { Config } from "../../config/schema/config-schema.ts";
import type { TeamWarning } from "../../contract/user/team.ts";
import type { Conversations } from "../../conversation/conversations.ts";
import type { RunQueue } from "../../queue/run-queue.ts";
import type { LagFigures } from "../../store/event-lag.ts";
import type { NodeTable, SharedStore, TeamNode } from "../../store/shared-store.ts";
import { isStoreAway } from "../../store/store-errors.ts";
import { counted } from "../../support/counted-things.ts";
import { defined } from "../../support/defined.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { OpenRuns } from "../storage/run-registry.ts";

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
    /** Called with messages for the people at this machine. */
    note?(text: string): void;
  }): Promise<void>;
  /** Reports a web process as alive until the signal aborts. Does nothing on one machine. */
  attend(options: Omit<AttendOptions, "role">): Promise<void>;
  /** The living processes, and warnings about them. Empty on one machine. */
  team(): Promise<{ readonly nodes: readonly TeamNode[]; readonly warnings: readonly TeamWarning[] }>;
  /** Metrics for the team's operators. All but the lag cover all processes. */
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

/** How a process says that it lives. */
interface AttendOptions {
  readonly role: TeamNode["role"];
  readonly signal: AbortSignal;
  /** Called with messages for the people at this machine, once for each event. */
  note?(text: string): void;
}

/** The processes of a team, and warnings about them. */
interface TeamPresence {
  /** Says that this process lives, until the signal aborts. Notes when the database goes and comes back, and warnings. */
  attend(options: AttendOptions): Promise<void>;
  /** What keeps the team from working as it should. */
  warnings(): Promise<TeamWarning[]>;
  nodes(): Promise<TeamNode[]>;
}

interface PresenceParts {
  readonly home: string;
  readonly config: Pick<Config, "blobs">;
  shared(): Promise<SharedStore>;
  queue(): Promise<RunQueue>;
}

const BEAT_MS = 3_000;
/** How often the database is tried while it is away. */
const RETRY_MS = 500;
/** A process that was silent for so long counts as gone, even if it is still connected: it hangs. */
const ALIVE_MS = 30_000;

function teamPresence({ home, config, shared, queue }: PresenceParts): TeamPresence {
  const files = () => filesOf(home, config.blobs);
  const nodes = async () => (await shared()).nodes.alive(ALIVE_MS);

  async function warnings(): Promise<TeamWarning[]> {
    const [alive, { waiting }] = await Promise.all([nodes(), queue().then((jobs) => jobs.depth())]);
    const own = files();
    const hosts = new Set(alive.filter((node) => node.files !== own).map(({ host }) => host));
    const found: TeamWarning[] = [];
    if (!alive.some(({ role }) => role === "worker"))
      found.push({
        about: "workers",
        text: `no worker is running, ${counted(waiting, "run")} ${waiting === 1 ? "waits" : "wait"}`,
        fix: "start `dejima worker`, on any machine that reaches the database",
      });
    if (hosts.size > 0)
      found.push({
        about: "files",
        text: `outputs, artifacts, attachments and undo copies of runs are kept in ${config.blobs ?? home} here, and in another place at ${[...hosts].join(", ")}: machines do not find each other's`,
        fix: "set `blobs` (DEJIMA_BLOBS) to one place for all machines, or have them share one home (DEJIMA_HOME)",
      });
    return found;
  }

  return {
    nodes,
    warnings,
    async attend({ role, signal, note = () => {} }) {
      const id = randomUUID();
      const startedAt = performance.now();
      let isAway = false;
      let told = new Set<TeamWarning["about"]>();
      let wake = Promise.withResolvers<void>();
      const stir = () => wake.resolve();
      signal.addEventListener("abort", stir);
      const stop = (await shared()).onDisconnect(stir);
      while (!signal.aborted) {
        wake = Promise.withResolvers<void>();
        try {
          await (await shared()).nodes.beat({ id, role, host: hostname(), files: files() });
          if (isAway) note("PostgreSQL is back: going on.");
          isAway = false;
          // Workers need time to start.
          const isYoung = performance.now() - startedAt < ALIVE_MS;
          const found = (await warnings()).filter(({ about }) => about !== "workers" || !isYoung);
          for (const { about, text, fix } of found)
            if (!told.has(about)) note(`Warning: ${text}. To fix it, ${fix}.`);
          if (told.has("workers") && found.every(({ about }) => about !== "workers"))
            note("A worker is alive again.");
          told = new Set(found.map(({ about }) => about));
        } catch (error) {
          if (!isAway && isStoreAway(error)) note(`${thrownText(error)}. Trying again until it is back.`);
          isAway ||= isStoreAway(error);
        }
        const timer = setTimeout(stir, isAway ? RETRY_MS : BEAT_MS);
        if (!signal.aborted) await wake.promise;
        clearTimeout(timer);
      }
      stop();
      await leave((await shared()).nodes, id);
    },
  };
}

// A row that stays is no worse than that of a killed process.
const leave = (nodes: NodeTable, id: string) => nodes.leave(id).catch(() => undefined);

/** Identifies where a process keeps what runs leave behind. A folder has a file with a random id, which all that mount it see. */
function filesOf(home: string, blobs: string | undefined): string {
  if (blobs === undefined) return `home ${idIn(home, "home-id")}`;
  const url = URL.parse(blobs);
  if (url?.protocol === "file:") return `folder ${idIn(fileURLToPath(url), "blobs-id")}`;
  // Machines may reach one bucket by different addresses.
  return `bucket ${url?.host ?? ""}${url?.pathname ?? ""}`;
}

function idIn(folder: string, name: string): string {
  const file = join(folder, name);
  try {
    if (existsSync(folder)) writeFileSync(file, randomUUID(), { flag: "wx", mode: 0o644 });
  } catch {
    // It has one, or cannot be written; then all its users see the same.
  }
  return existsSync(file) ? readFileSync(file, "utf8").trim() : folder;
}
