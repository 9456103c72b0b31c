import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { Parameter, StoredRow, StoredValue } from "../database.ts";

type Row = Readonly<Record<string, SQLOutputValue>>;

/** A row for a caller. Integers that JSON cannot represent become text. */
export function shownRow(row: Row): Record<string, unknown> {
  return mapped(row, (value) => {
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
  });
}

/** A stored row, lossless. */
export function storedRow(row: Row): StoredRow {
  return mapped(row, (value): StoredValue => {
    if (typeof value === "bigint") return { i: String(value) };
    return value instanceof Uint8Array ? { b: Buffer.from(value).toString("base64") } : value;
  });
}

/** A stored value as an SQLite parameter. */
export function boundValue(value: StoredValue): SQLInputValue {
  if (typeof value !== "object" || value === null) return value;
  return "i" in value ? BigInt(value.i) : Buffer.from(value.b, "base64");
}

/** A caller's values as SQLite parameters. */
export function boundParameters(parameters: readonly Parameter[]): SQLInputValue[] {
  return parameters.map((value) => (typeof value === "boolean" ? Number(value) : value));
}

function mapped<Value>(row: Row, change: (value: SQLOutputValue) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]));
}
