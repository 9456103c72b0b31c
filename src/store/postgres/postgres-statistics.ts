import { createHistogram } from "../../support/histogram.ts";
import { addSamples, type Tally, toStatistics } from "../statistics.ts";
import type { StatisticsRepository } from "../store.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** Statistics of tools and days in PostgreSQL. The database adds the counts, so that no process overwrites another's. */
export function postgresStatistics(database: PostgresDatabase): StatisticsRepository {
  return {
    async record(samples) {
      const tallies = new Map<string, Tally>();
      addSamples(tallies, samples);
      if (tallies.size === 0) return;
      // Always in the same order, so that two processes that update the same rows cannot deadlock.
      const sorted = [...tallies.values()].sort((a, b) => (a.tool < b.tool ? -1 : 1));
      const buckets = sorted.flatMap(({ tool, durations }) =>
        [...durations.buckets()]
          .sort(([a], [b]) => a - b)
          .map(([bucket, count]) => ({ tool, bucket, count })),
      );
      await database.transaction(async (queries) => {
        await queries.run(
          `INSERT INTO tool_statistics AS held SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::float8[])
            ON CONFLICT (tenant, tool) DO UPDATE SET count = held.count + excluded.count,
              failures = held.failures + excluded.failures, total_ms = held.total_ms + excluded.total_ms`,
          sorted.map(({ tool }) => tool),
          sorted.map(({ count }) => count),
          sorted.map(({ failures }) => failures),
          sorted.map(({ totalMs }) => totalMs),
        );
        await queries.run(
          `INSERT INTO tool_durations AS held SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[])
            ON CONFLICT (tenant, tool, bucket) DO UPDATE SET count = held.count + excluded.count`,
          buckets.map(({ tool }) => tool),
          buckets.map(({ bucket }) => bucket),
          buckets.map(({ count }) => count),
        );
      });
    },
    async count(counts) {
      const sums = new Map<string, { day: string; name: string; value: number }>();
      for (const { day, name, value } of counts) {
        const key = `${day} ${name}`;
        sums.set(key, { day, name, value: (sums.get(key)?.value ?? 0) + value });
      }
      const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
      await database.run(
        `INSERT INTO day_counts AS held SELECT * FROM unnest($1::text[], $2::text[], $3::float8[])
          ON CONFLICT (tenant, day, name) DO UPDATE SET value = held.value + excluded.value`,
        sorted.map(({ day }) => day),
        sorted.map(({ name }) => name),
        sorted.map(({ value }) => value),
      );
    },
    async days(from) {
      const rows = await database.all(
        'SELECT day, name, value FROM day_counts WHERE day >= $1 ORDER BY day COLLATE "C", name COLLATE "C"',
        from,
      );
      return rows.map(({ day, name, value }) => ({
        day: String(day),
        name: String(name),
        value: Number(value),
      }));
    },
    async all() {
      const rows = await database.all(
        'SELECT tool, count, failures, total_ms FROM tool_statistics ORDER BY tool COLLATE "C"',
      );
      const durations = await database.all("SELECT tool, bucket, count FROM tool_durations");
      const byTool = Map.groupBy(durations, ({ tool }) => String(tool));
      return rows.map(({ tool, count, failures, total_ms }) => {
        const buckets = byTool.get(String(tool)) ?? [];
        return toStatistics({
          tool: String(tool),
          count: Number(count),
          failures: Number(failures),
          totalMs: Number(total_ms),
          durations: createHistogram(buckets.map((row) => [Number(row.bucket), Number(row.count)])),
        });
      });
    },
  };
}
