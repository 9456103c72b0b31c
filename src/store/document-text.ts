import { DejimaError } from "../contract/error.ts";
import { thrownText } from "../support/thrown-text.ts";

/** The JSON text of a document; refuses what would not come back as it went in. */
export function documentText(collection: string, key: string, value: unknown): string {
  const text = stringify(collection, key, value);
  if (text === undefined) throw notJson(collection, key, `${typeof value} has no JSON form`);
  return text;
}

function stringify(collection: string, key: string, value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw notJson(collection, key, thrownText(error));
  }
}

function notJson(collection: string, key: string, reason: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot store document "${key}" in collection "${collection}": ${reason}`,
  );
}
