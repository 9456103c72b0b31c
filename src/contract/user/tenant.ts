import { DejimaError } from "../error.ts";

/** The tenant of every store that does not name one. */
export const DEFAULT_TENANT = "default";

/** Tenant names that are safe in the options of a connection, the name of a queue and the name of a channel. */
export const TENANT_NAME = /^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$/;

/** The error for a tenant in a home with SQLite, which belongs to one tenant and has no isolation inside. */
export function tenantNeedsPostgres(tenant: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot use the tenant "${tenant}" with SQLite, which keeps one tenant per home. Set DEJIMA_STORE, or \`store\` in the config, to a PostgreSQL address, or leave the tenant out and give each tenant a home of its own`,
  );
}

/** The error for an invalid tenant name. */
export function badTenant(tenant: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot use the tenant "${tenant.slice(0, 60)}": its name has up to 40 of a-z, 0-9, - and _, and begins and ends with a letter or digit`,
  );
}
