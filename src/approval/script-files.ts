import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { trimEndOf } from "../text/text-end.ts";

const SCRIPT =
  /\.(?:[cm]?[jt]sx?|py|sh|bash|zsh|fish|nu|rb|pl|php|lua|tcl|jl|r|go|java|groovy|kts|exs|scm|swift|ps1|bat|cmd|awk|sed|sql|jar|mk)$/i;

const INTERPRETERS =
  /^(?:node|deno|bun|tsx|python[\d.]*|pypy[\d.]*|ruby|perl|php|lua|tclsh|wish|julia|rscript|guile|racket|elixir|groovy|java|pwsh|sh|bash|dash|zsh|ksh|fish|nu|awk|gawk|sed|source|\.)$/i;

/** Programs that run what a file in the folder says. */
const DRIVEN_BY: Readonly<Record<string, readonly string[]>> = {
  npm: ["package.json"],
  npx: ["package.json"],
  pnpm: ["package.json"],
  yarn: ["package.json"],
  bun: ["package.json", "bunfig.toml"],
  deno: ["deno.json", "deno.jsonc"],
  make: ["GNUmakefile", "makefile", "Makefile"],
  gmake: ["GNUmakefile", "makefile", "Makefile"],
  just: ["justfile", "Justfile", ".justfile"],
  task: ["Taskfile.yml", "Taskfile.yaml"],
  tox: ["tox.ini"],
  nox: ["noxfile.py"],
  invoke: ["tasks.py"],
  pytest: ["conftest.py", "pytest.ini", "pyproject.toml"],
  pip: ["setup.py", "pyproject.toml"],
  rake: ["Rakefile"],
  cargo: ["Cargo.toml", "build.rs"],
  cmake: ["CMakeLists.txt"],
  gradle: ["build.gradle", "build.gradle.kts", "settings.gradle"],
  mvn: ["pom.xml"],
};

/** What an interpreter runs if it is given a folder, or the name of a module. */
const MAIN_FILES = ["__main__.py", "index.js", "package.json"];

/** Folders that a line names, in which its further words may stand. */
const MAX_FOLDERS = 20;
const MAX_WORDS = 1_000;

/**
 * The existing files that a command line may run: named scripts and executables, what an interpreter is given, and what drives a
 * build. In doubt a file counts. Absolute paths with their stats.
 */
export function scriptFiles(command: string, folder: string): ReadonlyMap<string, Stats> {
  const words = [...new Set(command.split(/[\s;|&<>()'"`$=]+/).filter((word) => word !== ""))];
  const found = new Map<string, Stats>();
  const named = words.length > MAX_WORDS ? [] : words.flatMap((word) => folderAt(folder, word));
  const places = [folder, ...named.slice(0, MAX_FOLDERS)];
  const interpreter = words.findIndex((word) => INTERPRETERS.test(basename(word)));
  for (const place of places) {
    const mayExist = entriesOf(place);
    const take = (name: string, counts: (stats: Stats) => boolean) => {
      const path = resolve(place, name);
      const stats = found.has(path) || !mayExist(name) ? undefined : statsOf(path);
      if (stats?.isFile() === true && counts(stats)) found.set(path, stats);
    };
    for (const [at, word] of words.entries()) {
      const isGiven = interpreter !== -1 && at > interpreter;
      // A bare name is looked up on the path of programs.
      const isPath = word.includes("/");
      const isNamed = isGiven || SCRIPT.test(word) || (isPath && at === 0);
      const names = isPath ? [word, word.replace(/^[^/]*\//, "")] : [word];
      for (const name of names) take(name, ({ mode }) => isNamed || (isPath && (mode & 0o111) !== 0));
      for (const name of isGiven ? modulesOf(word) : []) take(name, () => true);
      for (const name of driversOf(word)) take(name, () => true);
    }
  }
  return found;
}

/** Whether a name may exist below a folder, by its first part: a line may hold 50,000 words, and looking up each takes seconds. */
function entriesOf(folder: string): (name: string) => boolean {
  const entries = entryKeys(folder);
  return (name) => {
    const [first = ""] = name.split("/", 1);
    return first === "" || first === "." || first === ".." || entries?.has(fileKey(first)) !== false;
  };
}

// Some file systems ignore case or the form of accents.
const fileKey = (name: string) => name.normalize("NFC").toLowerCase();

/** The entries of a folder, or `undefined` if it cannot be listed: its files may be readable all the same. */
function entryKeys(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder).map(fileKey));
  } catch {
    return undefined;
  }
}

/** The stats of a path. A word of a command may be too long for one, or hold a zero byte. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function driversOf(word: string): readonly string[] {
  const program = trimEndOf(basename(word), /[\d.]/);
  return Object.hasOwn(DRIVEN_BY, program) ? (DRIVEN_BY[program] ?? []) : [];
}

/** The files of a module of Python, and the main files of a folder. */
function modulesOf(word: string): readonly string[] {
  const name = word.replace(/^-m/, "");
  const path = /^[\w.]+$/.test(name) ? name.replaceAll(".", "/") : name;
  return [
    `${path}.py`,
    `${name}.js`,
    ...MAIN_FILES.flatMap((file) => [`${path}/${file}`, `${name}/${file}`]),
  ];
}

function folderAt(folder: string, word: string): string[] {
  const path = resolve(folder, word);
  return path !== folder && statsOf(path)?.isDirectory() === true ? [path] : [];
}
