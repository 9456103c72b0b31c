import type { RowsPreview } from "../../contract/data/database.ts";
import { defined } from "../../support/defined.ts";
import { visibleLine } from "../../text/visible-text.ts";
import type { StoredRow, StoredValue, TrialEffects } from "./database.ts";
import { cut, rowsOf, SAMPLE_ROWS } from "./describe-change.ts";

/** The maximum number of tables and columns to show. The text names every table. */
const MAX_TABLES = 20;
const MAX_COLUMNS = 40;

/** The effect of a change, as data for doors that can show tables. */
export function rowsPreview(
  { counts, changes, schema, locks, noUndo }: TrialEffects,
  { database, sql }: { readonly database: string; readonly sql: string },
): RowsPreview {
  const lowerSql = sql.toLowerCase();
  const touched = counts.filter((count) => rowsOf(count) > 0).slice(0, MAX_TABLES);
  return {
    database,
    tables: touched.map(({ table, inserted, updated, deleted, total }) => ({
      table,
      inserted,
      updated,
      deleted,
      ...defined({ total }),
      ...(lowerSql.includes(ownName(table)) ? {} : { unnamed: true }),
    })),
    samples: touched.flatMap(({ table }) =>
      changes
        .filter((change) => change.table === table)
        .slice(0, SAMPLE_ROWS)
        .map(({ before, after }) => ({
          table,
          ...defined({ before: before && shownRow(before), after: after && shownRow(after) }),
        })),
    ),
    schema: [...schema],
    locks: [...locks],
    ...defined({ noUndo }),
  };
}

/** The name of a table without its schema. */
function ownName(table: string): string {
  return table.slice(table.lastIndexOf(".") + 1).toLowerCase();
}

function shownRow(row: StoredRow): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(row)
      .slice(0, MAX_COLUMNS)
      .map(([name, value]) => [name, value === null ? null : shownValue(value)]),
  );
}

function shownValue(value: Exclude<StoredValue, null>): string {
  if (typeof value === "object") return "i" in value ? value.i : `(${value.b.length} base64 characters)`;
  return cut(visibleLine(String(value)));
}
