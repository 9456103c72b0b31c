import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { moveStore } from "./move-store.ts";
import { migrate, openSqlite } from "./sqlite/sqlite-database.ts";

/**
 * Copies the store of a home or of a PostgreSQL database into a new SQLite file. A copy of SQLite is a snapshot of one moment.
 */
export async function copyStoreTo(
  from: {
    readonly home: string;
    readonly address?: string | undefined;
    readonly tenant?: string | undefined;
  },
  file: string,
): Promise<void> {
  if (from.address === undefined) {
    const database = await openSqlite(join(from.home, "dejima.db"), migrate);
    try {
      // SQLite keeps the mode of an empty file that exists: only the owner can read the copy.
      await writeFile(file, "", { mode: 0o600 });
      database.statement("VACUUM INTO ?").run(file);
    } finally {
      database.close();
    }
    return;
  }
  const { postgresContents } = await import("./postgres/postgres-contents.ts");
  const { sqliteContents } = await import("./sqlite/sqlite-contents.ts");
  const source = await postgresContents(from.address, from.tenant);
  const target = await sqliteContents(file);
  await moveStore(source, target).finally(() => Promise.all([source.close(), target.close()]));
}

/** Rejects if a SQLite file is damaged, or if a newer version wrote it. */
export async function checkSqlite(file: string): Promise<void> {
  const database = await openSqlite(file, migrate);
  try {
    const [first] = database.all("PRAGMA integrity_check");
    if (first?.integrity_check !== "ok")
      throw new DejimaError("io_error", `The database "${file}" is damaged: ${first?.integrity_check}`, {
        file,
      });
    // Merges the write-ahead log, so that the copy is a single file again.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  } finally {
    database.close();
  }
}
