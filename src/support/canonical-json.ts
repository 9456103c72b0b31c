/** JSON with sorted keys and no blanks: equal data gives equal text, whatever order its keys were written in. */
export function canonicalJson(value: unknown): string {
  // Keys mostly stand in order already, and writing data as it is takes a fraction of the time.
  return (isOrdered(value) ? JSON.stringify(value) : JSON.stringify(value, withSortedKeys)) ?? "null";
}

function isOrdered(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isOrdered);
  let last = "";
  for (const [key, held] of Object.entries(value)) {
    if (key < last || !isOrdered(held)) return false;
    last = key;
  }
  return true;
}

function withSortedKeys(_key: string, held: unknown): unknown {
  return isPlainObject(held) ? sorted(held) : held;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(fields: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(fields).sort()) result[key] = fields[key];
  return result;
}
