const REFERENCE = /\$\{unset:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Stands in a config for a variable that is not set, where only one MCP server needs it. */
export function unsetReference(name: string): string {
  return `\${unset:${name}}`;
}

/** The unset variables that a text references, each once. */
export function unsetIn(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = ""]) => name))];
}
