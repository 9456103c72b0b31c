import { z } from "zod";

/** A row as people read it: a value is text, and nothing where the database has NULL. */
const shownRowSchema = z.record(z.string(), z.string().nullable());

/** What a change of a database comes to, tried in a transaction that was rolled back. */
export const rowsPreviewSchema = z.object({
  database: z.string(),
  tables: z.array(
    z.object({
      table: z.string(),
      inserted: z.int(),
      updated: z.int(),
      deleted: z.int(),
      /** Rows before the change; absent where nobody counted. */
      total: z.int().optional(),
      /** Set where no statement names the table: a cascade or a trigger changes it. */
      unnamed: z.boolean().optional(),
    }),
  ),
  /** The first changed rows of each table: without `before` inserted, without `after` deleted. */
  samples: z.array(
    z.object({ table: z.string(), before: shownRowSchema.optional(), after: shownRowSchema.optional() }),
  ),
  /** Changed definitions, as lines that begin with - or +. */
  schema: z.array(z.string()),
  locks: z.array(z.string()),
  /** Why it could not be undone later; absent where it can. */
  noUndo: z.string().optional(),
});

export type RowsPreview = z.infer<typeof rowsPreviewSchema>;
