const REFERENCE = /\$\{secret:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Whether a text names a secret of the vault: `${secret:NAME}`. */
export function namesSecret(text: string): boolean {
  return text.search(REFERENCE) !== -1;
}

/** The secrets that a text names, each once. */
export function secretsIn(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = ""]) => name))];
}

/** How a secret is named in a text. */
export function secretReference(name: string): string {
  return `\${secret:${name}}`;
}
