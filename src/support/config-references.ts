const SECRET = /\$\{secret:([A-Za-z_][A-Za-z0-9_]*)\}/g;

const UNSET = /\$\{unset:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Whether a text references a secret of the vault: `${secret:NAME}`. */
export function namesSecret(text: string): boolean {
  return text.search(SECRET) !== -1;
}

/** The secrets that a text references, each once. */
export function secretsIn(text: string): string[] {
  return [...new Set([...text.matchAll(SECRET)].map(([, name = ""]) => name))];
}

/** The reference to a secret in a text. */
export function secretReference(name: string): string {
  return `\${secret:${name}}`;
}

/** Stands in a config for a variable that is not set, where only one MCP server needs it. */
export function unsetReference(name: string): string {
  return `\${unset:${name}}`;
}

/** The unset variables that a text references, each once. */
export function unsetIn(text: string): string[] {
  return [...new Set([...text.matchAll(UNSET)].map(([, name = ""]) => name))];
}
