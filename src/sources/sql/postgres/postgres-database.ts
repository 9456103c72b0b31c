import { DejimaError } from "../../../contract/error.ts";
import type { Database, SqlLimits } from "../database.ts";

interface PostgresOptions {
  readonly name: string;
  readonly url: string;
  readonly password?: string | undefined;
  readonly limits: SqlLimits;
}

/** Opens a PostgreSQL database. */
export function openPostgres({ name }: PostgresOptions): Database {
  throw new DejimaError("server_unavailable", `Cannot open "${name}": PostgreSQL is not supported yet`);
}
