/** A name as rules write it: the default schema goes without saying, odd names are quoted. */
export function objectName(schema: string, name: string): string {
  const part = (text: string) => (/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(text) ? text : JSON.stringify(text));
  return schema === "public" ? part(name) : `${part(schema)}.${part(name)}`;
}

/** A name as SQL quotes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
