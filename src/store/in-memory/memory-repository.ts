import type { Memory } from "../../contract/memory.ts";
import type { MemoryType } from "../../contract/memory-types.ts";

/** The memory of one user that says one thing. */
interface MemoryKey {
  readonly user: string;
  /** Equal for texts that say the same. */
  readonly fingerprint: string;
}

export interface MemoryPage {
  readonly limit: number;
  readonly type?: MemoryType | undefined;
  /** The id of the last one already seen; only older ones are returned. */
  readonly before?: string | undefined;
}

/** What is remembered, by user. A user has at most one memory of each fingerprint. */
export interface MemoryRepository {
  /**
   * Replaces the memory of this key by what `work` makes of it, or of nothing when there is none; nobody changes it in
   * between. When `work` throws, it stays as it is.
   */
  tell(key: MemoryKey, work: (held: Memory | undefined) => Memory): Promise<Memory>;
  /** Replaces those that there are by what `work` makes of them; all or none. */
  change(user: string, ids: readonly string[], work: (held: Memory) => Memory): Promise<void>;
  get(user: string, id: string): Promise<Memory | undefined>;
  /** Newest first. */
  list(user: string, page: MemoryPage): Promise<Memory[]>;
  /** A number that grows with everything that is told, changed or deleted: as long as it stays, nothing has happened. */
  changes(user: string): Promise<number>;
  /** What was told or changed after a revision, and how many there are in all: fewer than known means that some are gone. */
  changedSince(
    user: string,
    revision: number,
  ): Promise<{ readonly revision: number; readonly count: number; readonly memories: readonly Memory[] }>;
  ids(user: string): Promise<string[]>;
  /** Erases them; says which there were. */
  delete(user: string, ids: readonly string[]): Promise<string[]>;
}
