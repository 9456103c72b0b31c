import { DejimaError } from "../contract/error.ts";

/** The JSON text of a document; refuses what would not come back as it went in. */
export function documentText(shelf: string, key: string, value: unknown): string {
  const text = stringify(shelf, key, value);
  if (text === undefined) throw notJson(shelf, key, `${typeof value} has no JSON form`);
  return text;
}

function stringify(shelf: string, key: string, value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw notJson(shelf, key, error instanceof Error ? error.message : String(error));
  }
}

function notJson(shelf: string, key: string, reason: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot store document "${key}" on shelf "${shelf}": ${reason}`);
}
