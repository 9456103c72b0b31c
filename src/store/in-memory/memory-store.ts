import type { Approval } from "../../contract/approval.ts";
import type { Execution } from "../../contract/execution.ts";
import type { Grant } from "../../contract/grant.ts";
import type { Run } from "../../contract/run.ts";
import { LOCAL_USER } from "../../contract/run-owner.ts";
import type { Schedule } from "../../contract/schedule.ts";
import { documentText } from "../document-text.ts";
import type { DayCount, DocumentRepository, RunRepository, StatisticsRepository, Store } from "../store.ts";
import { noSuchRun, runExists, storeClosed } from "../store-errors.ts";
import { addSamples, type Tally, toStatistics } from "../tally.ts";
import { memoryConversations } from "./memory-conversations.ts";
import { memoryLedger } from "./memory-ledger.ts";
import { memoryMarks } from "./memory-marks.ts";
import { memoryMemories } from "./memory-memories.ts";
import { memoryVectors } from "./memory-vectors.ts";

/** A store that lives and dies with the process: for tests, and for runtimes that must leave nothing behind. */
export function createMemoryStore(): Store {
  let open = true;
  const assertOpen = () => {
    if (!open) throw storeClosed();
  };
  return {
    runs: memoryRuns(assertOpen),
    statistics: memoryStatistics(assertOpen),
    documents: memoryDocuments(assertOpen),
    ...memoryConversations(assertOpen),
    vectors: memoryVectors(assertOpen),
    memories: memoryMemories(assertOpen),
    marks: memoryMarks(assertOpen),
    approvals: memoryLedger<Approval>("approvals", assertOpen),
    grants: memoryLedger<Grant>("grants", assertOpen),
    executions: memoryLedger<Execution>("executions", assertOpen),
    schedules: memoryLedger<Schedule>("schedules", assertOpen),
    async close() {
      open = false;
    },
  };
}

function memoryRuns(assertOpen: () => void): RunRepository {
  const runs = new Map<string, Run>();
  const chained = new Map<string, number>();
  return {
    async create(run) {
      assertOpen();
      if (runs.has(run.id)) throw runExists(run.id);
      runs.set(run.id, { ...run });
    },
    async update(id, patch) {
      assertOpen();
      const run = runs.get(id);
      if (run === undefined) throw noSuchRun(id);
      runs.set(id, { ...run, ...patch, id });
      if (patch.status === "open") chained.delete(id);
    },
    async get(id) {
      assertOpen();
      const run = runs.get(id);
      return run && { ...run };
    },
    async list({ limit, before, user }) {
      assertOpen();
      if (before !== undefined && !runs.has(before)) throw noSuchRun(before);
      // Sorting is stable: of runs that started in the same millisecond, the one created last comes first.
      const newestFirst = [...runs.values()].reverse().sort((a, b) => b.startedAt - a.startedAt);
      const start = before === undefined ? 0 : newestFirst.findIndex((run) => run.id === before) + 1;
      const own = newestFirst
        .slice(start)
        .filter((run) => user === undefined || (run.user ?? LOCAL_USER) === user);
      return own.slice(0, limit).map((run) => ({ ...run }));
    },
    async unchained({ limit, after }) {
      assertOpen();
      const all = [...runs.values()];
      const start = all.findIndex((run) => run.id === after) + 1;
      const found = all.slice(start).filter(({ id, records }) => (chained.get(id) ?? 0) < records);
      return found.slice(0, limit).map((run) => ({ ...run }));
    },
    async noteChained(heads) {
      assertOpen();
      for (const { runId, records } of heads) if (runs.has(runId)) chained.set(runId, records);
    },
  };
}

function memoryStatistics(assertOpen: () => void): StatisticsRepository {
  const tallies = new Map<string, Tally>();
  const counters = new Map<string, DayCount>();
  return {
    async count(counts) {
      assertOpen();
      for (const { day, name, value } of counts) {
        const key = `${day} ${name}`;
        counters.set(key, { day, name, value: value + (counters.get(key)?.value ?? 0) });
      }
    },
    async days(from) {
      assertOpen();
      return [...counters].sort(byKeyBytes).flatMap(([, held]) => (held.day >= from ? [held] : []));
    },
    async record(samples) {
      assertOpen();
      addSamples(tallies, samples);
    },
    async all() {
      assertOpen();
      return [...tallies].sort(byKeyBytes).map(([, tally]) => toStatistics(tally));
    },
  };
}

function memoryDocuments(assertOpen: () => void): DocumentRepository {
  const storages = new Map<string, Map<string, string>>();
  return {
    async put(collection, key, value) {
      assertOpen();
      const text = documentText(collection, key, value);
      const documents = storages.get(collection) ?? new Map<string, string>();
      storages.set(collection, documents.set(key, text));
    },
    async get(collection, key) {
      assertOpen();
      const text = storages.get(collection)?.get(key);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async delete(collection, key) {
      assertOpen();
      return storages.get(collection)?.delete(key) ?? false;
    },
    async list(collection, { prefix = "", limit = Number.POSITIVE_INFINITY } = {}) {
      assertOpen();
      const found = [...(storages.get(collection) ?? [])]
        .filter(([key]) => key.startsWith(prefix))
        .sort(byKeyBytes);
      return found.slice(0, limit).map(([key, text]) => ({ key, value: JSON.parse(text) }));
    },
  };
}

function byKeyBytes([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
