import { DejimaError } from "../../contract/error.ts";
import { lockFor, type PostgresDatabase, type Queries, SCHEMA } from "./postgres-database.ts";
import { appendOnlyWall, TENANT_MIGRATION, tenantWall } from "./tenant-wall.ts";

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

const LEDGERS = ["approvals", "grants", "executions", "schedules"] as const;

/**
 * The migrations of the schema. Entries are JSON text, because PostgreSQL's JSON type refuses a NUL character, which a title may
 * contain. Fields to search or sort by have separate columns.
 */
const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: "everything that a home on one machine has",
    sql: `
      CREATE TABLE runs (
        sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        person TEXT NOT NULL,
        started_at BIGINT NOT NULL,
        records BIGINT NOT NULL,
        chained BIGINT NOT NULL DEFAULT 0,
        json TEXT NOT NULL
      );
      CREATE INDEX runs_by_time ON runs (started_at, sequence);
      CREATE INDEX runs_by_person ON runs (person, started_at, sequence);
      CREATE INDEX runs_unchained ON runs (sequence) WHERE chained < records;
      CREATE TABLE tool_statistics (
        tool TEXT PRIMARY KEY,
        count BIGINT NOT NULL,
        failures BIGINT NOT NULL,
        total_ms DOUBLE PRECISION NOT NULL
      );
      CREATE TABLE tool_durations (
        tool TEXT NOT NULL,
        bucket INTEGER NOT NULL,
        count BIGINT NOT NULL,
        PRIMARY KEY (tool, bucket)
      );
      CREATE TABLE day_counts (
        day TEXT NOT NULL,
        name TEXT NOT NULL,
        value DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (day, name)
      );
      CREATE TABLE documents (
        collection TEXT NOT NULL,
        key BYTEA NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (collection, key)
      );
      CREATE TABLE conversations (
        sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        person TEXT NOT NULL,
        updated_at BIGINT NOT NULL,
        title TEXT NOT NULL,
        json TEXT NOT NULL
      );
      CREATE INDEX conversations_by_time ON conversations (updated_at, sequence);
      CREATE INDEX conversations_by_person ON conversations (person, updated_at, sequence);
      CREATE TABLE turns (
        sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        run_id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL,
        said TEXT NOT NULL,
        json TEXT NOT NULL
      );
      CREATE INDEX turns_by_conversation ON turns (conversation_id, sequence);
      CREATE TABLE steps (
        run_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (run_id, number)
      );
      CREATE TABLE vectors (
        collection TEXT NOT NULL,
        embedder TEXT NOT NULL,
        hash TEXT NOT NULL,
        bytes BYTEA NOT NULL,
        PRIMARY KEY (collection, embedder, hash)
      );
      CREATE TABLE marks (
        revision BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind TEXT NOT NULL,
        key BYTEA NOT NULL,
        cleared BOOLEAN NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (kind, key)
      );
      CREATE TABLE memories (
        revision BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT NOT NULL,
        person TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        type TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        sequence BIGINT NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (person, id),
        UNIQUE (person, fingerprint)
      );
      CREATE INDEX memories_by_revision ON memories (person, revision);
      CREATE INDEX memories_by_time ON memories (person, created_at, sequence);
      CREATE TABLE memory_changes (person TEXT PRIMARY KEY, changes BIGINT NOT NULL);
      ${LEDGERS.map(
        (table) => `
      CREATE TABLE ${table} (
        sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        run_id TEXT NOT NULL,
        status TEXT NOT NULL,
        revision BIGINT NOT NULL,
        json TEXT NOT NULL
      );
      CREATE INDEX ${table}_by_run ON ${table} (run_id, sequence);
      CREATE INDEX ${table}_by_status ON ${table} (status, sequence);
      CREATE INDEX ${table}_by_revision ON ${table} (revision);`,
      ).join("")}
    `,
  },
  {
    number: 2,
    name: "what models cost",
    sql: `
      CREATE TABLE spends (
        sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        run_id TEXT NOT NULL,
        conversation TEXT NOT NULL,
        person TEXT NOT NULL,
        schedule TEXT NOT NULL,
        day TEXT NOT NULL,
        at BIGINT NOT NULL,
        until BIGINT NOT NULL,
        model TEXT NOT NULL,
        purpose TEXT NOT NULL,
        status TEXT NOT NULL,
        price TEXT NOT NULL,
        input_tokens BIGINT NOT NULL,
        output_tokens BIGINT NOT NULL,
        cached_tokens BIGINT NOT NULL,
        cost BIGINT NOT NULL
      );
      CREATE INDEX spends_by_run ON spends (run_id);
      CREATE INDEX spends_by_conversation ON spends (conversation);
      CREATE INDEX spends_by_day ON spends (day, person);
      CREATE INDEX spends_by_schedule ON spends (schedule, day);
    `,
  },
  {
    number: 3,
    name: "tools and savings of spends",
    sql: `
      ALTER TABLE spends ADD COLUMN saved BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE spends ADD COLUMN tool TEXT NOT NULL DEFAULT '';
    `,
  },
  {
    number: 4,
    name: "logs and leases of runs that workers take",
    sql: `
      CREATE TABLE run_logs (
        run_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (run_id, seq)
      );
      CREATE TABLE run_leases (
        run_id TEXT PRIMARY KEY,
        token BIGINT NOT NULL,
        holder TEXT NOT NULL,
        until TIMESTAMPTZ NOT NULL,
        stopping BOOLEAN NOT NULL DEFAULT FALSE
      );
      CREATE INDEX run_leases_held ON run_leases (until) WHERE until > '-infinity';
    `,
  },
  { number: 5, name: "tenants, each behind row-level security", sql: TENANT_MIGRATION },
  {
    number: 6,
    name: "what is only said in runs",
    // Unlogged: a crash of the server may lose these rows, and the next record contains the same content.
    sql: `
      CREATE UNLOGGED TABLE run_pieces (
        run_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        part BIGINT NOT NULL,
        line TEXT NOT NULL
      );
      ${tenantWall("run_pieces")}
      ALTER TABLE run_pieces ADD CONSTRAINT run_pieces_pkey PRIMARY KEY (tenant, run_id, seq, part);
    `,
  },
  {
    number: 7,
    name: "what a team keeps, version by version",
    sql: `
      CREATE TABLE team_versions (
        name TEXT NOT NULL,
        number BIGINT NOT NULL,
        sha256 TEXT NOT NULL,
        at BIGINT NOT NULL,
        person TEXT NOT NULL,
        change TEXT NOT NULL,
        text TEXT NOT NULL
      );
      ${appendOnlyWall("team_versions")}
      ALTER TABLE team_versions ADD CONSTRAINT team_versions_pkey PRIMARY KEY (tenant, name, number);
    `,
  },
  {
    number: 8,
    name: "the processes of a team that live",
    // Unlogged: after a crash of the server each process says again that it lives.
    sql: `
      CREATE UNLOGGED TABLE nodes (
        id TEXT NOT NULL,
        role TEXT NOT NULL,
        host TEXT NOT NULL,
        files TEXT NOT NULL,
        seen TIMESTAMPTZ NOT NULL
      );
      ${tenantWall("nodes")}
      ALTER TABLE nodes ADD CONSTRAINT nodes_pkey PRIMARY KEY (tenant, id);
    `,
  },
];

const NEWEST = MIGRATIONS.reduce((newest, { number }) => Math.max(newest, number), 0);

/** Migrates the schema, one process at a time. Throws if a newer version has migrated the database, and leaves it unchanged. */
export async function migratePostgres(database: PostgresDatabase): Promise<void> {
  if ((await appliedNumber(database)) === NEWEST) return;
  await database.transaction(async (holding) => {
    await lockFor(holding, "migrations");
    // A transaction that begins now sees the changes that were made while this one waited for the lock.
    await database.transaction((queries) => applyMissing(queries, database.place));
  });
}

async function applyMissing(queries: Queries, place: string): Promise<void> {
  const applied = await appliedNumber(queries);
  if (applied > NEWEST) throw tooNew(place, applied);
  await queries.run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
  await queries.run(
    "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)",
  );
  for (const { number, name, sql } of MIGRATIONS.filter((migration) => migration.number > applied)) {
    await queries.send(sql);
    await queries.run("INSERT INTO migrations VALUES ($1, $2, $3)", number, name, Date.now());
  }
}

async function appliedNumber(queries: Queries): Promise<number> {
  const found = await queries.first("SELECT to_regclass($1) AS name", `${SCHEMA}.migrations`);
  if (found?.name === null) return 0;
  return Number((await queries.first("SELECT max(number) AS newest FROM migrations"))?.newest ?? 0);
}

function tooNew(place: string, applied: number): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot use PostgreSQL at ${place}: a newer version of Dejima has written it (schema ${applied}, this version knows ${NEWEST}); update Dejima`,
    { place, schema: applied, known: NEWEST },
  );
}
