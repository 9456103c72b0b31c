import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { makeFolder } from "../../support/paths.ts";
import type { RowChange } from "./database.ts";

const value = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.strictObject({ i: z.string() }),
  z.strictObject({ b: z.string() }),
]);
const row = z.record(z.string(), value);

const keptSchema = z.object({
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

/** What a call changed in a database. */
type KeptChange = z.infer<typeof keptSchema> & { readonly changes: readonly RowChange[] };

function pathOf(folder: string, callId: string): string {
  return join(folder, `${callId}.database.json`);
}

/** Keeps what a call is about to change. Durable when it returns. */
export async function keepChange(folder: string, kept: KeptChange): Promise<void> {
  await makeFolder(folder);
  const path = pathOf(folder, kept.callId);
  {
    await using file = await open(`${path}.part`, "w", 0o600);
    await file.writeFile(JSON.stringify(kept));
    await file.sync();
  }
  await rename(`${path}.part`, path);
}

/** What a call changed in a database; `undefined` if it changed none. */
export async function readKeptChange(folder: string, callId: string): Promise<KeptChange | undefined> {
  let text: string;
  try {
    text = await readFile(pathOf(folder, callId), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new DejimaError(
      "io_error",
      `Cannot undo "${callId}": what was kept of it is damaged`,
      { callId },
      { cause },
    );
  }
}
