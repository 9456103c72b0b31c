import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { ROW_JOURNAL_ENDING, rowJournalSchema } from "../../contract/data/database.ts";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { replaceFile } from "../../support/disk/replace-file.ts";
import { makeFolder } from "../../support/paths.ts";
import type { RowChange } from "./database.ts";

/** The changes of a call in a database. */
type RowJournal = z.infer<typeof rowJournalSchema> & { readonly changes: readonly RowChange[] };

function pathOf(folder: string, callId: string): string {
  return join(folder, `${callId}${ROW_JOURNAL_ENDING}`);
}

/** Stores the changes that a call is about to make. Durable when it returns. */
export async function writeRowJournal(folder: string, change: RowJournal): Promise<void> {
  await makeFolder(folder);
  await replaceFile(pathOf(folder, change.callId), JSON.stringify(change));
}

/** Reads the stored changes of a call. `undefined` if it changed no database. */
export async function readRowJournal(folder: string, callId: string): Promise<RowJournal | undefined> {
  let text: string;
  try {
    text = await readFile(pathOf(folder, callId), "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    return rowJournalSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new DejimaError(
      "io_error",
      `Cannot undo "${callId}": its undo data is damaged`,
      { callId },
      { cause },
    );
  }
}
