/** A name in the spelling of rules: without the default schema, with odd names quoted. */
export function objectName(schema: string | undefined, name: string): string {
  const part = (text: string) => (/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(text) ? text : JSON.stringify(text));
  return schema === undefined || schema === "public" ? part(name) : `${part(schema)}.${part(name)}`;
}

/** The parts of a name in a rule. */
export function partsOf(object: string): string[] {
  const parts = object.match(/"(?:[^"\\]|\\.)*"|[^.]+/g) ?? [];
  return parts.map((part) => (part.startsWith('"') ? String(JSON.parse(part)) : part));
}

/** A name in SQL quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
