import { DejimaError } from "../../contract/error.ts";
import type { TeamDocument, TeamVersion, TeamVersionSummary } from "../../contract/user/team.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import type { VersionTable } from "../shared-store.ts";
import type { PostgresDatabase, Row } from "./postgres-database.ts";
import type { ChangeNews } from "./postgres-news.ts";

const TOPIC = "team_versions";

/**
 * The versions of a team's documents in PostgreSQL. Rows are added and never changed. The primary key prevents two machines from
 * adding the same version.
 */
export function postgresVersions(database: PostgresDatabase, news: ChangeNews): VersionTable {
  return {
    async add({ name, text, by, change }, { after }) {
      const number = after + 1;
      const hash = sha256(text);
      const row = await database.first(
        `INSERT INTO team_versions (name, number, sha256, at, person, change, text)
          VALUES ($1, $2, $3, floor(extract(epoch FROM clock_timestamp()) * 1000), $4, $5, $6)
          ON CONFLICT (tenant, name, number) DO NOTHING RETURNING at`,
        ...[name, number, hash, by, change, text],
      );
      if (row === undefined)
        throw new DejimaError(
          "conflict",
          `Cannot change the team's ${name}: somebody else has changed it. Read it and try again`,
          { name, after },
        );
      news.tell(TOPIC);
      return { name, number, sha256: hash, at: Number(row.at), by, change, text };
    },
    async latest(name) {
      const row = await database.first(
        "SELECT * FROM team_versions WHERE name = $1 ORDER BY number DESC LIMIT 1",
        name,
      );
      return row && parse(row);
    },
    async latestNumber(name) {
      const row = await database.first(
        "SELECT coalesce(max(number), 0) AS newest FROM team_versions WHERE name = $1",
        name,
      );
      return Number(row?.newest ?? 0);
    },
    async get(name, number) {
      const row = await database.first(
        "SELECT * FROM team_versions WHERE name = $1 AND number = $2",
        name,
        number,
      );
      return row && parse(row);
    },
    async list(name, { limit, before }) {
      const rows = await database.all(
        `SELECT name, number, sha256, at, person, change FROM team_versions
          WHERE name = $1 AND ($2::bigint IS NULL OR number < $2) ORDER BY number DESC LIMIT $3`,
        name,
        before ?? null,
        limit,
      );
      return rows.map(summary);
    },
    watch: (listener) => news.hear(TOPIC, listener),
  };
}

function summary(row: Row): TeamVersionSummary {
  return {
    name: row.name as TeamDocument, // the requested name
    number: Number(row.number),
    sha256: String(row.sha256),
    at: Number(row.at),
    by: String(row.person),
    change: String(row.change),
  };
}

/** Parses a version. Throws if its text differs from the one that was written, because the text decides what agents may do. */
function parse(row: Row): TeamVersion {
  const version = { ...summary(row), text: String(row.text) };
  if (sha256(version.text) === version.sha256) return version;
  const { name, number } = version;
  throw new DejimaError(
    "conflict",
    `Cannot use version ${number} of the team's ${name}: its text was changed in the database. Roll back to another one`,
    { name, number },
  );
}
