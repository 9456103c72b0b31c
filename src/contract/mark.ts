import { z } from "zod";

/**
 * What a mark refers to: a file by its canonical path, everything below a folder, or content by its SHA-256, wherever it is
 * stored. Memories, profile entries and schedules store their sources themselves.
 */
export const MARK_KINDS = ["file", "folder", "content"] as const;

/** A mark on stored data with content from outside. Reading that data marks the run as well. */
export const markSchema = z.object({
  kind: z.enum(MARK_KINDS),
  /** The path, or the SHA-256 of the content. */
  key: z.string(),
  /** For people: where the content was first seen, such as a path or an artifact of a run. */
  name: z.string(),
  /** Where the content came from. Empty once the mark is cleared. */
  sources: z.array(z.string()),
  /** The run that stored it. */
  runId: z.string(),
  at: z.int(),
});

/** A mark in a list. Later marks have higher revisions. */
export const listedMarkSchema = markSchema.extend({ revision: z.int() });

export type MarkKind = (typeof MARK_KINDS)[number];
export type Mark = z.infer<typeof markSchema>;
export type ListedMark = z.infer<typeof listedMarkSchema>;
