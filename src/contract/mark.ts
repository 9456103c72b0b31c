import { z } from "zod";

/**
 * What a mark is on: a file by its true path, everything below a folder, or content by its SHA-256, wherever it stands.
 * Memories, profile lines and schedules carry their sources themselves.
 */
export const MARK_KINDS = ["file", "folder", "content"] as const;

/** Says that something stored holds content from outside. Anyone who reads it reads that content, too. */
export const markSchema = z.object({
  kind: z.enum(MARK_KINDS),
  /** The path, or the SHA-256 of the content. */
  key: z.string(),
  /** For people: where the content was first seen, such as a path or an artifact of a run. */
  name: z.string(),
  /** Where the content came from; empty once the mark was cleared. */
  sources: z.array(z.string()),
  /** The run that stored it. */
  runId: z.string(),
  at: z.int(),
});

/** A mark in a list; the later one was put, the higher its revision. */
export const listedMarkSchema = markSchema.extend({ revision: z.int() });

export type MarkKind = (typeof MARK_KINDS)[number];
export type Mark = z.infer<typeof markSchema>;
export type ListedMark = z.infer<typeof listedMarkSchema>;
