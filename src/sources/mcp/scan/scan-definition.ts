import { isAgainstUserAbroad } from "../../../support/against-user.ts";
import { foldForMatching } from "../../../text/fold.ts";
import { hiddenCharacters, plainText } from "../definition/plain-text.ts";
import type { ToolDefinition } from "../definition/tool-definition.ts";
import type { Finding } from "./finding.ts";
import { SIGNALS } from "./signals.ts";

const MAX_TEXT = 100_000;
const EXCERPT = 160;
const BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,4000}={0,2}(?![A-Za-z0-9+/=])/g;
const AGAINST = "tells the model to set its rules aside, or to keep something from the user";
const LEFTOVERS = new Set(["\u200b", "\u00ad", "\ufeff", "\u200e", "\u200f"]);

/** Looks for orders to the model and hidden characters in everything of a definition that a model would read. */
export function scanDefinition(definition: ToolDefinition): Finding[] {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  const texts = [name, title, description, annotations?.title];
  return [...texts, ...stringsIn(inputSchema), ...stringsIn(outputSchema)].flatMap((text) =>
    text === undefined ? [] : scanText(text),
  );
}

/** The findings of one text. */
export function scanText(text: string): Finding[] {
  const given = text.slice(0, MAX_TEXT);
  const hidden = suspicious(hiddenCharacters(given));
  // As a model reads it: without what cannot be seen, and letters of any width and style as themselves.
  const read = foldForMatching(plainText(given, MAX_TEXT).normalize("NFKC"));
  const found = [read, ...encodedTexts(read)].flatMap(findSignals);
  if (hidden.length === 0) return found;
  const codes = [...new Set(hidden)]
    .slice(0, 5)
    .map((character) => `U+${character.codePointAt(0)?.toString(16)}`);
  const message = `holds ${hidden.length} characters that cannot be seen`;
  return [{ signal: "hidden-characters", message, excerpt: codes.join(" ") }, ...found];
}

function findSignals(read: string): Finding[] {
  const found = SIGNALS.flatMap(({ name, message, pattern }) => {
    const match = pattern.exec(read);
    return match === null ? [] : [{ signal: name, message, excerpt: excerptAt(read, match.index) }];
  });
  if (found.length > 0 || !isAgainstUserAbroad(read)) return found;
  return [{ signal: "overriding-orders", message: AGAINST, excerpt: excerptAt(read, 0) }];
}

/** What stands in it in base 64, where that is a text. */
function encodedTexts(read: string): string[] {
  return (read.match(BASE64) ?? [])
    .map((found) => Buffer.from(found, "base64").toString("utf8"))
    .filter((text) => /^[\p{L}\p{N}\p{P}\p{S}\p{Z}\s]+$/u.test(text));
}

// One or two that a web page or an editor leaves behind carry no message, and are not shown to the model either.
function suspicious(hidden: readonly string[]): readonly string[] {
  const harmless = hidden.length <= 2 && hidden.every((character) => LEFTOVERS.has(character));
  return harmless ? [] : hidden;
}

function excerptAt(text: string, index: number): string {
  return plainText(text.slice(Math.max(0, index - 20), index + EXCERPT), EXCERPT).replace(/\s+/g, " ");
}

/** Every text of a schema that a model would be shown: descriptions, names, defaults. */
function* stringsIn(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null && depth < 64) {
    for (const [key, held] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* stringsIn(held, depth + 1);
    }
  }
}
