import type { ListedMark, Mark, MarkKind } from "../contract/mark.ts";

export interface MarkPage {
  readonly limit: number;
  readonly kind?: MarkKind | undefined;
  /** Only marks of an earlier revision. */
  readonly before?: number | undefined;
}

/** The marks on stored content, by kind and key. A mark without sources is a cleared one. */
export interface MarkRepository {
  /** Adds or replaces marks, all or none. */
  put(marks: readonly Mark[]): Promise<void>;
  /** Marks that were not cleared, the latest first. */
  list(page: MarkPage): Promise<ListedMark[]>;
  /** What was put after a revision, in that order, cleared ones included. */
  changedSince(revision: number): Promise<{ readonly revision: number; readonly marks: readonly Mark[] }>;
}
