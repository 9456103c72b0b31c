import { DejimaError } from "./error.ts";

/** The tenant of every store that names none. */
export const DEFAULT_TENANT = "default";

/** A name that is safe in a connection's options, a queue's name and a channel's name. */
export const TENANT_NAME = /^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$/;

/** A home with SQLite belongs to one tenant, and has no walls inside. */
export function tenantNeedsPostgres(tenant: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot use the tenant "${tenant}" with SQLite, which keeps one tenant per home. Set DEJIMA_STORE, or \`store\` in the config, to a PostgreSQL address, or leave the tenant out and give each tenant a home of its own`,
  );
}

/** Says what a tenant's name may be. */
export function badTenant(tenant: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot use the tenant "${tenant.slice(0, 60)}": its name has up to 40 of a-z, 0-9, - and _, and begins and ends with a letter or digit`,
  );
}
