const REFERENCE = /\$\{secret:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Whether a text references a secret of the vault: `${secret:NAME}`. */
export function namesSecret(text: string): boolean {
  return text.search(REFERENCE) !== -1;
}

/** The secrets that a text references, each once. */
export function secretsIn(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = ""]) => name))];
}

/** The reference to a secret in a text. */
export function secretReference(name: string): string {
  return `\${secret:${name}}`;
}
