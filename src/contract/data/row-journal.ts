import { z } from "zod";

const value = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.strictObject({ i: z.string() }),
  z.strictObject({ b: z.string() }),
]);
const row = z.record(z.string(), value);

/** Ending of the name of a call's row journal, which is stored beside the file journals. */
export const ROW_JOURNAL_ENDING = ".database.json";

/** The rows that a call changed in a database, stored under its run so that they can be restored. */
export const rowJournalSchema = z.object({
  version: z.literal(1),
  callId: z.string(),
  database: z.string(),
  changes: z.array(z.object({ table: z.string(), before: row.optional(), after: row.optional() })),
  /** Why the changes cannot be undone, if they cannot. */
  noUndo: z.string().optional(),
  /** The definitions that a schema change replaces. */
  schema: z.array(z.string()).optional(),
  /** The definitions of the whole database before a schema change. */
  dump: z.array(z.string()).optional(),
  undone: z.boolean(),
});
