import { DejimaError } from "../../contract/error.ts";
import { badTenant, DEFAULT_TENANT, TENANT_NAME } from "../../contract/user/tenant.ts";
import type { SendSql } from "../shared-store.ts";
import { lockFor, openPostgres, type PostgresDatabase, postgresError, SCHEMA } from "./postgres-database.ts";
import { migratePostgres } from "./postgres-migrations.ts";
import { APP_ROLE, queueWall } from "./tenant-wall.ts";

/** The database from the view of one tenant. */
export interface TenantDatabase extends PostgresDatabase {
  readonly tenant: string;
  /** Lets `install` create the queue's tables as their owner, then adds row-level security between tenants to them. */
  prepareQueue(schema: string, install: (send: SendSql) => Promise<void>): Promise<void>;
}

/**
 * Opens the database for one tenant and migrates its schema. Every new connection is bound to the tenant and uses a role that
 * owns no table.
 */
export async function openTenantDatabase(address: string, tenant = DEFAULT_TENANT): Promise<TenantDatabase> {
  if (!TENANT_NAME.test(tenant)) throw badTenant(tenant);
  const role = await asOwner(address, async (owner) => {
    await migratePostgres(owner);
    return workingRole(owner, tenant);
  });
  return {
    ...(await openPostgres(address, { tenant, role })),
    tenant,
    prepareQueue: (schema, install) =>
      asOwner(address, async (owner) => {
        await install(owner.send);
        await secureQueue(owner, schema, role);
      }),
  };
}

/** Does work as the owner of the tables. The owner's connections see the rows of no tenant. */
async function asOwner<Result>(
  address: string,
  work: (owner: PostgresDatabase) => Promise<Result>,
): Promise<Result> {
  const owner = await openPostgres(address);
  try {
    return await work(owner);
  } catch (error) {
    throw postgresError(owner.place, error);
  } finally {
    await owner.close();
  }
}

/** The role that connections use. `undefined` if policies already apply to the role in the address. */
async function workingRole(owner: PostgresDatabase, tenant: string): Promise<string | undefined> {
  const login = await owner.first(
    `SELECT rolsuper OR rolbypassrls AS above, rolname AS name,
        EXISTS (SELECT FROM pg_class WHERE relnamespace = $1::regnamespace AND pg_has_role(relowner, 'USAGE')) AS owns
      FROM pg_roles WHERE rolname = current_user`,
    SCHEMA,
  );
  if (login?.above === false && login.owns === false) return undefined;
  try {
    await makeRole(owner, String(login?.name));
    await grantRows(owner);
    return APP_ROLE;
  } catch (error) {
    // Policies also apply to owners. With one tenant there are no rows that the owner may not see.
    if (login?.above === false && tenant === DEFAULT_TENANT && isRefused(error)) return undefined;
    if (isRefused(error)) throw noRole(owner.place, String(login?.name));
    throw error;
  }
}

/** SQLSTATE of an action that the user may not perform. */
const REFUSED = "42501";
/** SQLSTATEs of a role that another database of the same server created at the same moment. */
const MADE_MEANWHILE = new Set(["42710", "23505"]);

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
const isRefused = (error: unknown) => codeOf(error) === REFUSED;

async function makeRole(owner: PostgresDatabase, login: string): Promise<void> {
  const found = await owner.first("SELECT FROM pg_roles WHERE rolname = $1", APP_ROLE);
  if (found === undefined)
    await owner.run(`CREATE ROLE ${APP_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS`).catch((error: unknown) => {
      if (!MADE_MEANWHILE.has(codeOf(error))) throw error;
    });
  // Before version 16 every member of a role may take it on.
  const member = await owner.first(
    `SELECT pg_has_role($1, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END) AS may`,
    APP_ROLE,
  );
  if (member?.may !== true) await owner.run(`GRANT ${APP_ROLE} TO "${login.replaceAll('"', '""')}"`);
}

/** Grants the role access to the rows of all our tables, and read access to the applied migrations. */
async function grantRows(owner: PostgresDatabase): Promise<void> {
  const missing = `SELECT FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'
    AND relname <> 'migrations' AND NOT has_table_privilege($2, oid, 'DELETE')`;
  if ((await owner.first(missing, SCHEMA, APP_ROLE)) === undefined) return;
  await owner.transaction(async (queries) => {
    await lockFor(queries, "migrations");
    await queries.run(`GRANT USAGE ON SCHEMA ${SCHEMA} TO ${APP_ROLE}`);
    await queries.run(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${APP_ROLE}`,
    );
    await queries.run(`REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${APP_ROLE}`);
  });
}

/** The queue's tables whose rows belong to one queue, and thus to one tenant. */
const QUEUE_TABLES = ["job", "job_common", "queue"];

async function secureQueue(owner: PostgresDatabase, schema: string, role: string | undefined): Promise<void> {
  const secured = await owner.all(
    `SELECT FROM pg_policies WHERE schemaname = $1 AND policyname = 'own_tenant'`,
    schema,
  );
  const granted =
    role === undefined ||
    (await owner.first("SELECT has_table_privilege($1, $2, 'DELETE') AS may", role, `${schema}.job`))?.may ===
      true;
  if (secured.length === QUEUE_TABLES.length && granted) return;
  await owner.transaction(async (queries) => {
    await lockFor(queries, "migrations");
    for (const table of QUEUE_TABLES) {
      await queries.run(`DROP POLICY IF EXISTS own_tenant ON ${schema}.${table}`);
      await queries.send(queueWall(`${schema}.${table}`));
    }
    if (role === undefined) return;
    await queries.run(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await queries.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
    await queries.run(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
    await queries.run(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`);
  });
}

function noRole(place: string, login: string): DejimaError {
  return new DejimaError(
    "forbidden",
    `Cannot use PostgreSQL at ${place} for a tenant: its user ${login} owns the tables and may not make another role. Let an administrator run: CREATE ROLE ${APP_ROLE} NOLOGIN; GRANT ${APP_ROLE} TO "${login}"`,
    { place },
  );
}
