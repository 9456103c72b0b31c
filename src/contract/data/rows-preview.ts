import { z } from "zod";

/** A row as people read it: values are text, NULL is `null`. */
const shownRowSchema = z.record(z.string(), z.string().nullable());

/** The effect of a database change, tried in a transaction that was rolled back. */
export const rowsPreviewSchema = z.object({
  database: z.string(),
  tables: z.array(
    z.object({
      table: z.string(),
      inserted: z.int(),
      updated: z.int(),
      deleted: z.int(),
      /** Rows before the change. Absent if they were not counted. */
      total: z.int().optional(),
      /** Set if no statement names the table: a cascade or a trigger changes it. */
      unnamed: z.boolean().optional(),
    }),
  ),
  /** The first changed rows of each table. An inserted row has no `before`, a deleted one no `after`. */
  samples: z.array(
    z.object({ table: z.string(), before: shownRowSchema.optional(), after: shownRowSchema.optional() }),
  ),
  /** Changed definitions, as lines that begin with - or +. */
  schema: z.array(z.string()),
  locks: z.array(z.string()),
  /** Why the change cannot be undone later. Absent if it can. */
  noUndo: z.string().optional(),
});

export type RowsPreview = z.infer<typeof rowsPreviewSchema>;
