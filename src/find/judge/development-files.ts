import type { ScannedText } from "../../scan/signal.ts";

/** Development files of a package: its tests, and the settings of its authors' machines. */
const DEVELOPMENT =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|e2e|spec|fixtures|\.devcontainer|\.github|\.vscode)\/|\.(?:test|spec)\.[cm]?[jt]sx?$/i;
/** Whether a file belongs to the work on a package, by its name. */
export const isDevelopmentFile = (file: string): boolean => DEVELOPMENT.test(file);

/** Loads a file with a computed name, which could be any file. */
const LOADS_ANY = /\b(?:require|import)\s{0,9}\(\s{0,9}(?!["'`][^"'`$]{1,200}["'`]\s{0,9}[,)])/;
const QUOTED = /["'`]([^"'`\n]{1,300})["'`]/g;

/**
 * The development files that no code of the package loads. `entries` are the texts of its manifest that name programs. Empty if
 * the package loads any file by a computed name.
 */
export function developmentFiles(programs: readonly ScannedText[], entries: string): ReadonlySet<string> {
  const files = programs.filter(({ file }) => DEVELOPMENT.test(file));
  if (files.length === 0) return new Set();
  const loaded = programs.filter(({ file }) => !DEVELOPMENT.test(file));
  if (loaded.some(({ text }) => LOADS_ANY.test(text))) return new Set();
  const named = [
    ...loaded.flatMap(({ text }) => Array.from(text.matchAll(QUOTED), ([, quoted = ""]) => quoted)),
    entries,
  ].filter((text) => /[./]/.test(text));
  const isNamed = (file: string) => {
    const stem =
      file
        .split("/")
        .at(-1)
        ?.replace(/\.\w+$/, "") ?? file;
    const folder = file.split("/").at(-2);
    return named.some(
      (text) => text.includes(`${folder ?? "."}/${stem}`) || (/[.-]/.test(stem) && text.includes(stem)),
    );
  };
  // If one is loaded, it may load the others.
  return files.some(({ file }) => isNamed(file)) ? new Set() : new Set(files.map(({ file }) => file));
}
