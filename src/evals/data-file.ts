import type { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { issueWords } from "../support/issue-words.ts";
import { yamlDocument } from "../support/yaml-data.ts";

/** Maximum size of a file. */
const MAX_CHARACTERS = 10_000_000;

/** What a file should contain, and its name, for errors. */
interface Place {
  readonly what: string;
  readonly file: string;
}

/** The error for a file that cannot be used. */
export function unreadable({ what, file }: Place, why: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot read ${what} "${file}": ${why}`, { file });
}

/** Parses a value with a schema. Throws an error with the path of the first problem. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: Place,
): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  throw unreadable(
    place,
    `${path === "" ? "it" : `"${path}"`} ${issue === undefined ? "is wrong" : issueWords(issue)}`,
  );
}

/** Parses YAML or JSON without aliases, which can make a small file expand endlessly. */
export function parseData(text: string, place: Place): unknown {
  if (text.length > MAX_CHARACTERS) throw unreadable(place, `it is larger than ${MAX_CHARACTERS} characters`);
  const document = yamlDocument(text);
  const [broken] = document.errors;
  if (broken !== undefined) throw unreadable(place, broken.message.split("\n")[0] ?? "it is not YAML");
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw unreadable(place, "it uses anchors and aliases (& and *). Write the values out");
  }
}
