const ARGUMENTS = /"args"\s{0,9}:\s{0,9}\[([^\]]{1,2000})\]/g;
const QUOTED = /"((?:[^"\\\n]|\\.){1,300})"/g;
/** Placeholders for values of the reader: `<your-key>`, `${API_KEY}`, `YOUR_TOKEN`, `/path/to/folder`. */
const FOLDER = /^(?:\/|~\/|\.{1,2}\/|[A-Z]:[\\/])|path[ _/-]?to|director|folder|vault/i;
const OWN =
  /<[^>]{1,80}>|\$\{[^}]{1,80}\}|\{\{?[^}]{1,80}\}\}?|\[[^\]]{1,80}\]|\b(?:your|my|xxx+)[\w.-]{0,60}|\.{3}/gi;
const MADE_UP = "made-up-0123456789abcdef01234567";

/**
 * The arguments after the name of a package, as its README shows them in the settings of a client. Placeholders get made-up
 * values; a folder is one of the made-up home without keys.
 */
export function shownArgumentsIn(readme: string, name: string): string[] {
  const isOwn = (word: string) => word === name || word.startsWith(`${name}@`);
  for (const [, list = ""] of readme.matchAll(ARGUMENTS)) {
    const words = Array.from(list.matchAll(QUOTED), ([, word = ""]) => word);
    const at = words.findIndex(isOwn);
    const shown = words.slice(at + 1);
    if (at === -1 || shown.length === 0 || shown.length > 12) continue;
    return shown.map(madeUp);
  }
  return [];
}

/** An argument with made-up values for its placeholders: `--folder=/home/me` becomes `--folder=documents`. */
function madeUp(word: string): string {
  const [, option = "", value = word] = /^(--?[\w-]{1,40}=)(.+)$/.exec(word) ?? [];
  const isFolder = FOLDER.test(value) && !value.includes("://");
  return option + (isFolder ? "documents" : value.replaceAll(OWN, MADE_UP));
}
