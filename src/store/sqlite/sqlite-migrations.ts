/** The migrations of the schema. Never change a released one: add the next number. */
export const MIGRATIONS: readonly { readonly number: number; readonly name: string; readonly sql: string }[] =
  [
    {
      number: 1,
      name: "runs, statistics, documents",
      sql: `
      CREATE TABLE runs (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        mode TEXT NOT NULL,
        status TEXT NOT NULL,
        startedAt INTEGER NOT NULL,
        endedAt INTEGER,
        calls INTEGER NOT NULL,
        records INTEGER NOT NULL,
        head TEXT NOT NULL
      ) STRICT;
      CREATE INDEX runs_by_start ON runs (startedAt, sequence);
      CREATE TABLE tool_statistics (
        tool TEXT PRIMARY KEY,
        count INTEGER NOT NULL,
        failures INTEGER NOT NULL,
        totalMs REAL NOT NULL
      ) STRICT;
      CREATE TABLE tool_durations (
        tool TEXT NOT NULL,
        bucket INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (tool, bucket)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE documents (
        shelf TEXT NOT NULL,
        key TEXT NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (shelf, key)
      ) STRICT;
    `,
    },
    {
      number: 2,
      name: "conversations, turns, steps",
      sql: `
      CREATE TABLE conversations (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        updatedAt INTEGER NOT NULL,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX conversations_by_update ON conversations (updatedAt, sequence);
      CREATE TABLE turns (
        sequence INTEGER PRIMARY KEY,
        runId TEXT NOT NULL UNIQUE,
        conversationId TEXT NOT NULL,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX turns_by_conversation ON turns (conversationId, sequence);
      CREATE TABLE steps (
        runId TEXT NOT NULL,
        number INTEGER NOT NULL,
        node TEXT NOT NULL,
        patch TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (runId, number)
      ) STRICT, WITHOUT ROWID;
    `,
    },
    {
      number: 3,
      name: "vectors",
      sql: `
      CREATE TABLE vectors (
        shelf TEXT NOT NULL,
        embedder TEXT NOT NULL,
        hash TEXT NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (shelf, embedder, hash)
      ) STRICT, WITHOUT ROWID;
    `,
    },
    {
      number: 4,
      name: "approvals, grants, executions",
      sql: ["approvals", "grants", "executions"]
        .map(
          (table) => `
      CREATE TABLE ${table} (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        runId TEXT NOT NULL,
        status TEXT NOT NULL,
        revision INTEGER NOT NULL,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX ${table}_by_status ON ${table} (status, sequence);
      CREATE INDEX ${table}_by_run ON ${table} (runId, sequence);
      CREATE INDEX ${table}_by_revision ON ${table} (revision);
    `,
        )
        .join(""),
    },
    {
      number: 5,
      name: "whose runs, counters of days",
      sql: `
      ALTER TABLE runs ADD COLUMN user TEXT NOT NULL DEFAULT 'local';
      CREATE INDEX runs_by_user ON runs (user, startedAt, sequence);
      CREATE INDEX conversations_by_user ON conversations (json_extract(json, '$.user'), updatedAt, sequence);
      CREATE TABLE day_counts (
        day TEXT NOT NULL,
        name TEXT NOT NULL,
        value REAL NOT NULL,
        PRIMARY KEY (day, name)
      ) STRICT, WITHOUT ROWID;
    `,
    },
    {
      number: 6,
      name: "memories, schedules",
      sql: `
      CREATE TABLE memories (
        revision INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL,
        user TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        type TEXT NOT NULL,
        createdAt INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (user, id),
        UNIQUE (user, fingerprint)
      ) STRICT;
      CREATE INDEX memories_by_revision ON memories (user, revision);
      CREATE INDEX memories_by_sequence ON memories (user, sequence);
      CREATE INDEX memories_by_time ON memories (user, createdAt, sequence);
      CREATE TABLE schedules (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        runId TEXT NOT NULL,
        status TEXT NOT NULL,
        revision INTEGER NOT NULL,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX schedules_by_status ON schedules (status, sequence);
      CREATE INDEX schedules_by_revision ON schedules (revision);
    `,
    },
    {
      number: 7,
      name: "how often memories changed",
      sql: `
      CREATE TABLE memory_changes (
        user TEXT PRIMARY KEY,
        changes INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
    },
    {
      number: 8,
      name: "one row for all steps that were stored at once",
      sql: `
      CREATE TABLE step_batches (
        runId TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        json TEXT NOT NULL,
        PRIMARY KEY (runId, first)
      ) STRICT;
      INSERT INTO step_batches
        SELECT runId, number, number,
          json_array(json_object('number', number, 'node', node, 'patch', json(patch), 'at', at))
        FROM steps;
      DROP TABLE steps;
    `,
    },
    {
      number: 9,
      name: "marks on stored content",
      sql: `
      CREATE TABLE marks (
        revision INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        cleared INTEGER NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (kind, key)
      ) STRICT;
    `,
    },
    {
      number: 10,
      name: "how many records of a run are chained",
      sql: `
      ALTER TABLE runs ADD COLUMN chained INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX runs_unchained ON runs (sequence) WHERE chained < records;
    `,
    },
    {
      number: 11,
      name: "what models cost",
      sql: `
      CREATE TABLE spends (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        run_id TEXT NOT NULL,
        conversation TEXT NOT NULL,
        person TEXT NOT NULL,
        schedule TEXT NOT NULL,
        day TEXT NOT NULL,
        at INTEGER NOT NULL,
        until INTEGER NOT NULL,
        model TEXT NOT NULL,
        purpose TEXT NOT NULL,
        status TEXT NOT NULL,
        price TEXT NOT NULL,
        input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        cached_tokens INTEGER NOT NULL,
        cost INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX spends_by_run ON spends (run_id);
      CREATE INDEX spends_by_conversation ON spends (conversation);
      CREATE INDEX spends_by_day ON spends (day, person);
      CREATE INDEX spends_by_schedule ON spends (schedule, day);
    `,
    },
    {
      number: 12,
      name: "tools, models and tokens of runs",
      sql: `
      ALTER TABLE runs ADD COLUMN tools TEXT;
      ALTER TABLE runs ADD COLUMN models TEXT;
      ALTER TABLE runs ADD COLUMN tokens TEXT;
    `,
    },
    {
      number: 13,
      name: "tools and savings of spends",
      sql: `
      ALTER TABLE spends ADD COLUMN saved INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE spends ADD COLUMN tool TEXT NOT NULL DEFAULT '';
    `,
    },
    {
      number: 14,
      // Teams do not use SQLite. Backups and moves of a team's store keep its versions in this table.
      name: "what a team keeps, version by version",
      sql: `
      CREATE TABLE team_versions (
        name TEXT NOT NULL,
        number INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        at INTEGER NOT NULL,
        person TEXT NOT NULL,
        change TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (name, number)
      ) STRICT, WITHOUT ROWID;
    `,
    },
    {
      number: 15,
      // Logs of runs on one machine are files. Backups and moves of a team's store keep its logs in this table.
      name: "logs of a team's runs",
      sql: `
      CREATE TABLE run_logs (
        runId TEXT NOT NULL,
        seq INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (runId, seq)
      ) STRICT, WITHOUT ROWID;
    `,
    },
  ];
