/**
 * The texts in a source file that a pattern finds: strings as its first group, templates as its second. With `{1}` for the first value
 * of a template.
 */
export function textsIn(source: string, form: RegExp): string[] {
  return [...source.matchAll(form)].map(([, quoted, template = ""]) => {
    if (quoted?.startsWith("'")) return quoted.slice(1, -1).replaceAll(/\\(.)/g, "$1");
    if (quoted !== undefined) return JSON.parse(quoted) as string;
    let place = 0;
    return template
      .replaceAll(/\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/g, () => `{${++place}}`)
      .replaceAll("\\n", "\n")
      .replaceAll(/\\(.)/g, "$1");
  });
}
