import { createHistogram } from "../../support/histogram.ts";
import { addSamples, type Tally, toStatistics } from "../statistics.ts";
import type { StatisticsRepository } from "../store.ts";
import type { Row, SqliteDatabase } from "./sqlite-database.ts";

export function sqliteStatistics(database: SqliteDatabase): StatisticsRepository {
  return {
    async record(samples) {
      const tallies = new Map<string, Tally>();
      addSamples(tallies, samples);
      database.transaction(() => {
        for (const tally of tallies.values()) add(database, tally);
      });
    },
    async count(counts) {
      database.transaction(() => {
        for (const { day, name, value } of counts)
          database.run(
            "INSERT INTO day_counts VALUES (?, ?, ?) ON CONFLICT (day, name) DO UPDATE SET value = value + excluded.value",
            day,
            name,
            value,
          );
      });
    },
    async days(from) {
      const rows = database.all(
        "SELECT day, name, value FROM day_counts WHERE day >= ? ORDER BY day, name",
        from,
      );
      return rows.map(({ day, name, value }) => ({
        day: String(day),
        name: String(name),
        value: Number(value),
      }));
    },
    async all() {
      const rows = database.all("SELECT tool, count, failures, totalMs FROM tool_statistics ORDER BY tool");
      return rows.map((row) => toStatistics(toTally(database, row)));
    },
  };
}

/** Adds counts in the database itself, so that two processes never overwrite each other's. */
function add(database: SqliteDatabase, { tool, count, failures, totalMs, durations }: Tally): void {
  database.run(
    `INSERT INTO tool_statistics VALUES (?, ?, ?, ?) ON CONFLICT (tool) DO UPDATE SET
      count = count + excluded.count, failures = failures + excluded.failures, totalMs = totalMs + excluded.totalMs`,
    tool,
    count,
    failures,
    totalMs,
  );
  for (const [bucket, occurrences] of durations.buckets()) {
    database.run(
      "INSERT INTO tool_durations VALUES (?, ?, ?) ON CONFLICT (tool, bucket) DO UPDATE SET count = count + excluded.count",
      tool,
      bucket,
      occurrences,
    );
  }
}

function toTally(database: SqliteDatabase, row: Row): Tally {
  const tool = String(row.tool);
  const buckets = database.all("SELECT bucket, count FROM tool_durations WHERE tool = ?", tool);
  return {
    tool,
    count: Number(row.count),
    failures: Number(row.failures),
    totalMs: Number(row.totalMs),
    durations: createHistogram(buckets.map(({ bucket, count }) => [Number(bucket), Number(count)])),
  };
}
