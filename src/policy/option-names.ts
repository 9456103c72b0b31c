/** Whether a word is one of these long options, whole or, as most programs accept it, by its beginning. */
export function namesOption(word: string, names: readonly string[]): boolean {
  const [, given = ""] = /^--([a-z][a-z-]*)/.exec(word) ?? [];
  return given !== "" && names.some((name) => name.startsWith(given));
}
