import { z } from "zod";

const value = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.strictObject({ i: z.string() }),
  z.strictObject({ b: z.string() }),
]);
const row = z.record(z.string(), value);

/** What follows the id of a call in the name of its row journal, beside the journals of files. */
export const ROW_JOURNAL_ENDING = ".database.json";

/** What a call changed in a database, kept under its run so that it can be put back. */
export const rowJournalSchema = z.object({
  version: z.literal(1),
  callId: z.string(),
  database: z.string(),
  changes: z.array(z.object({ table: z.string(), before: row.optional(), after: row.optional() })),
  /** Why it cannot be undone, where it cannot. */
  noUndo: z.string().optional(),
  /** The definitions before a change of the schema. */
  schema: z.array(z.string()).optional(),
  undone: z.boolean(),
});
