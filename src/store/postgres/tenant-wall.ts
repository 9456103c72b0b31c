import { DEFAULT_TENANT } from "../../contract/user/tenant.ts";

/** The connection setting with the tenant whose rows are visible. Without it, a connection sees no rows. */
export const TENANT_SETTING = "dejima.tenant";

/** The role that reads and writes rows. It owns no table, so it cannot turn off a policy. */
export const APP_ROLE = "dejima_app";

const CURRENT = `(SELECT current_setting('${TENANT_SETTING}', true))`;

/** SQL for the name of the queue of a connection's tenant. */
const QUEUE = `(CASE ${CURRENT} WHEN '${DEFAULT_TENANT}' THEN 'runs' ELSE 'runs/' || ${CURRENT} END)`;

/** Statements that add the column `tenant` and its policy to a table. Existing rows go to the default tenant. */
export function tenantWall(table: string): string {
  return `
    ${ownColumn(table)}
    ${policy(table, `tenant = ${CURRENT}`)}`;
}

/** The same for a table whose rows can be added and read. Not even the owner of the table can change or remove them. */
export function appendOnlyWall(table: string): string {
  return `
    ${ownColumn(table)}
    ${secured(table)}
    CREATE POLICY own_tenant ON ${table} FOR SELECT USING (tenant = ${CURRENT});
    CREATE POLICY own_tenant_adds ON ${table} FOR INSERT WITH CHECK (tenant = ${CURRENT});`;
}

/** Statements that restrict each tenant to its own queue in a table whose rows name a queue. */
export function queueWall(table: string): string {
  return policy(table, `name = ${QUEUE}`);
}

function ownColumn(table: string): string {
  return `
    ALTER TABLE ${table} ADD COLUMN tenant TEXT NOT NULL DEFAULT '${DEFAULT_TENANT}';
    ALTER TABLE ${table} ALTER COLUMN tenant SET DEFAULT current_setting('${TENANT_SETTING}');`;
}

function policy(table: string, condition: string): string {
  return `
    ${secured(table)}
    CREATE POLICY own_tenant ON ${table} USING (${condition}) WITH CHECK (${condition});`;
}

function secured(table: string): string {
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`;
}

interface TenantTable {
  readonly table: string;
  /** Keys that begin with the tenant after the migration, by the name of their constraint. */
  readonly keys: Readonly<Record<string, string>>;
  /** Indexes that begin with the tenant after the migration. */
  readonly indexes?: Readonly<Record<string, string>>;
}

const ledger = (table: string): TenantTable => ({
  table,
  keys: { [`${table}_id_key`]: "UNIQUE (tenant, id)" },
  indexes: {
    [`${table}_by_run`]: "run_id, sequence",
    [`${table}_by_status`]: "status, sequence",
    [`${table}_by_revision`]: "revision",
  },
});

const TABLES: readonly TenantTable[] = [
  {
    table: "runs",
    keys: { runs_id_key: "UNIQUE (tenant, id)" },
    indexes: { runs_by_time: "started_at, sequence", runs_by_person: "person, started_at, sequence" },
  },
  { table: "tool_statistics", keys: { tool_statistics_pkey: "PRIMARY KEY (tenant, tool)" } },
  { table: "tool_durations", keys: { tool_durations_pkey: "PRIMARY KEY (tenant, tool, bucket)" } },
  { table: "day_counts", keys: { day_counts_pkey: "PRIMARY KEY (tenant, day, name)" } },
  { table: "documents", keys: { documents_pkey: "PRIMARY KEY (tenant, collection, key)" } },
  {
    table: "conversations",
    keys: { conversations_id_key: "UNIQUE (tenant, id)" },
    indexes: {
      conversations_by_time: "updated_at, sequence",
      conversations_by_person: "person, updated_at, sequence",
    },
  },
  {
    table: "turns",
    keys: { turns_run_id_key: "UNIQUE (tenant, run_id)" },
    indexes: { turns_by_conversation: "conversation_id, sequence" },
  },
  { table: "steps", keys: { steps_pkey: "PRIMARY KEY (tenant, run_id, number)" } },
  { table: "vectors", keys: { vectors_pkey: "PRIMARY KEY (tenant, collection, embedder, hash)" } },
  { table: "marks", keys: { marks_kind_key_key: "UNIQUE (tenant, kind, key)" } },
  {
    table: "memories",
    keys: {
      memories_person_id_key: "UNIQUE (tenant, person, id)",
      memories_person_fingerprint_key: "UNIQUE (tenant, person, fingerprint)",
    },
    indexes: {
      memories_by_revision: "person, revision",
      memories_by_time: "person, created_at, sequence",
    },
  },
  { table: "memory_changes", keys: { memory_changes_pkey: "PRIMARY KEY (tenant, person)" } },
  ledger("approvals"),
  ledger("grants"),
  ledger("executions"),
  ledger("schedules"),
  {
    table: "spends",
    keys: { spends_id_key: "UNIQUE (tenant, id)" },
    indexes: {
      spends_by_run: "run_id",
      spends_by_conversation: "conversation",
      spends_by_day: "day, person",
      spends_by_schedule: "schedule, day",
    },
  },
  { table: "run_logs", keys: { run_logs_pkey: "PRIMARY KEY (tenant, run_id, seq)" } },
  { table: "run_leases", keys: { run_leases_pkey: "PRIMARY KEY (tenant, run_id)" } },
];

/** Adds row-level security between tenants to the tables that existed before it. */
export const TENANT_MIGRATION = TABLES.map(({ table, keys, indexes = {} }) =>
  [
    tenantWall(table),
    ...Object.entries(keys).map(
      ([name, key]) =>
        `ALTER TABLE ${table} DROP CONSTRAINT ${name}; ALTER TABLE ${table} ADD CONSTRAINT ${name} ${key};`,
    ),
    ...Object.entries(indexes).map(
      ([name, columns]) => `DROP INDEX ${name}; CREATE INDEX ${name} ON ${table} (tenant, ${columns});`,
    ),
  ].join("\n"),
).join("\n");
