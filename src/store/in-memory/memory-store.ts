import type { Approval } from "../../contract/asking/approval.ts";
import type { Grant } from "../../contract/asking/grant.ts";
import type { Execution } from "../../contract/execution.ts";
import type { Mark } from "../../contract/mark.ts";
import { LOCAL_USER, type Run, type RunFilter } from "../../contract/run.ts";
import type { Schedule } from "../../contract/user/schedule.ts";
import { addSamples, type Tally, toStatistics } from "../statistics.ts";
import type {
  ConversationRepository,
  DayCount,
  DocumentRepository,
  MarkRepository,
  RunRepository,
  StatisticsRepository,
  Store,
  VectorRepository,
  VectorSpaceName,
} from "../store.ts";
import { documentText, noSuchRun, runExists, storeClosed } from "../store-errors.ts";
import { memoryConversations } from "./memory-conversations.ts";
import { memoryLedger } from "./memory-ledger.ts";
import { memoryMemories } from "./memory-memories.ts";
import { memorySpends } from "./memory-spends.ts";

/** A store in memory, for tests and for runtimes that must not persist anything. It is lost when the process ends. */
export function createMemoryStore(): Store {
  let open = true;
  const assertOpen = () => {
    if (!open) throw storeClosed();
  };
  const said = memoryConversations(assertOpen);
  return {
    runs: memoryRuns(assertOpen, said.conversations),
    statistics: memoryStatistics(assertOpen),
    documents: memoryDocuments(assertOpen),
    ...said,
    vectors: memoryVectors(assertOpen),
    memories: memoryMemories(assertOpen),
    marks: memoryMarks(assertOpen),
    approvals: memoryLedger<Approval>("approvals", assertOpen),
    grants: memoryLedger<Grant>("grants", assertOpen),
    executions: memoryLedger<Execution>("executions", assertOpen),
    schedules: memoryLedger<Schedule>("schedules", assertOpen),
    spends: memorySpends(assertOpen),
    async close() {
      open = false;
    },
  };
}

function memoryRuns(
  assertOpen: () => void,
  conversations: Pick<ConversationRepository, "turn" | "put" | "putTurn">,
): RunRepository {
  const runs = new Map<string, Run>();
  const chained = new Map<string, number>();
  return {
    async create(run, begun) {
      assertOpen();
      if (runs.has(run.id)) throw runExists(run.id);
      runs.set(run.id, { ...run });
      if (begun === undefined) return;
      await conversations.put(begun.conversation);
      await conversations.putTurn(begun.turn);
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
    async list({ limit, before, user, ...filter }) {
      assertOpen();
      if (before !== undefined && !runs.has(before)) throw noSuchRun(before);
      // Sorting is stable: of runs that started in the same millisecond, the one created last comes first.
      const newestFirst = [...runs.values()].reverse().sort((a, b) => b.startedAt - a.startedAt);
      const start = before === undefined ? 0 : newestFirst.findIndex((run) => run.id === before) + 1;
      const own = newestFirst
        .slice(start)
        .filter((run) => user === undefined || (run.user ?? LOCAL_USER) === user);
      const found: Run[] = [];
      for (const run of own) {
        if (found.length === limit) break;
        const turn = filter.text === undefined ? undefined : await conversations.turn(run.id);
        if (isWanted(run, filter, `${turn?.message ?? ""}\n${turn?.answer ?? ""}`)) found.push(run);
      }
      return structuredClone(found);
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

/** Whether a run matches the filter. `said` is the text of its messages and answers. */
function isWanted(run: Run, filter: RunFilter, said: string): boolean {
  const { statuses, tool, model, from, to, text } = filter;
  const small = (words: string) => words.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return (
    (statuses === undefined || statuses.includes(run.status)) &&
    (tool === undefined || run.tools?.includes(tool) === true) &&
    (model === undefined || run.models?.includes(model) === true) &&
    (from === undefined || run.startedAt >= from) &&
    (to === undefined || run.startedAt < to) &&
    (text === undefined || small(`${run.title}\n${said}`).includes(small(text)))
  );
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
      return [...counters].sort(byKeyBytes).flatMap(([, figures]) => (figures.day >= from ? [figures] : []));
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

function memoryMarks(assertOpen: () => void): MarkRepository {
  const rows = new Map<string, { readonly mark: Mark; readonly revision: number }>();
  let revision = 0;
  return {
    async put(marks) {
      assertOpen();
      for (const mark of marks) {
        const id = `${mark.kind} ${mark.key}`;
        rows.delete(id);
        rows.set(id, { mark: structuredClone(mark), revision: ++revision });
      }
    },
    async list({ limit, kind, before = Number.POSITIVE_INFINITY }) {
      assertOpen();
      const found = [...rows.values()]
        .filter(({ mark }) => mark.sources.length > 0 && (kind === undefined || mark.kind === kind))
        .filter((one) => one.revision < before)
        .map((one) => ({ ...one.mark, revision: one.revision }));
      return structuredClone(found.reverse().slice(0, limit));
    },
    async changedSince(since) {
      assertOpen();
      const changed = [...rows.values()].filter((one) => one.revision > since);
      return { revision, marks: structuredClone(changed.map(({ mark }) => mark)) };
    },
  };
}

function memoryVectors(assertOpen: () => void): VectorRepository {
  const storages = new Map<string, Map<string, Map<string, Uint8Array>>>();
  const spaceOf = ({ collection, embedder }: VectorSpaceName) => storages.get(collection)?.get(embedder);
  return {
    async read(space, hashes) {
      assertOpen();
      const vectors = spaceOf(space);
      const found = new Map<string, Uint8Array>();
      for (const hash of hashes) {
        const bytes = vectors?.get(hash);
        if (bytes !== undefined) found.set(hash, bytes.slice());
      }
      return found;
    },
    async write(space, vectors) {
      assertOpen();
      if (vectors.size === 0) return;
      const collection = storages.get(space.collection) ?? new Map<string, Map<string, Uint8Array>>();
      const stored = collection.get(space.embedder) ?? new Map<string, Uint8Array>();
      for (const [hash, bytes] of vectors) stored.set(hash, bytes.slice());
      storages.set(space.collection, collection.set(space.embedder, stored));
    },
    async prune(space, keep) {
      assertOpen();
      const vectors = spaceOf(space);
      if (vectors === undefined) return 0;
      const kept = new Set(keep);
      const gone = [...vectors.keys()].filter((hash) => !kept.has(hash));
      for (const hash of gone) vectors.delete(hash);
      if (vectors.size === 0) storages.get(space.collection)?.delete(space.embedder);
      return gone.length;
    },
    async embedders(collection) {
      assertOpen();
      const all = [...(storages.get(collection) ?? [])].map(([embedder, vectors]) => ({
        embedder,
        count: vectors.size,
      }));
      return all.sort((a, b) => (a.embedder < b.embedder ? -1 : 1));
    },
  };
}
