import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { takesData } from "../policy/known-programs.ts";
import { compileWildcard } from "../policy/wildcard.ts";
import { trimEndOf } from "../text/text-end.ts";

const SCRIPT =
  /\.(?:[cm]?[jt]sx?|py|sh|bash|zsh|fish|nu|rb|pl|php|lua|tcl|jl|r|go|java|groovy|kts|exs|scm|swift|ps1|bat|cmd|awk|sed|sql|jar|mk)$/i;

/** Programs that run what a file in the folder says. */
const DRIVEN_BY: ReadonlyMap<string, readonly string[]> = new Map(
  [
    "npm npx pnpm yarn turbo nx lerna: package.json turbo.json nx.json lerna.json",
    "bun: package.json bunfig.toml",
    "deno: deno.json deno.jsonc",
    "vite vitest webpack jest rollup next nuxt astro eslint prettier tsup playwright cypress storybook gulp grunt: *.config.* Gruntfile.* gulpfile.*",
    "make gmake: GNUmakefile makefile Makefile",
    "just: justfile Justfile .justfile",
    "task: Taskfile.yml Taskfile.yaml",
    "tox: tox.ini",
    "nox: noxfile.py",
    "invoke inv: tasks.py",
    "fab: fabfile.py",
    "doit: dodo.py",
    "pytest: conftest.py pytest.ini pyproject.toml",
    "pip build uv poetry hatch pdm pipenv: setup.py pyproject.toml Pipfile",
    "scons: SConstruct",
    "waf: wscript",
    "rake bundle: Rakefile Gemfile",
    "cargo: Cargo.toml build.rs",
    "go: go.mod go.work *.go",
    "zig: build.zig",
    "cmake: CMakeLists.txt",
    "meson: meson.build",
    "ninja: build.ninja",
    "gradle gradlew: build.gradle build.gradle.kts settings.gradle settings.gradle.kts",
    "mvn mvnw: pom.xml",
    "ant: build.xml",
    "sbt: build.sbt",
    "mix: mix.exs",
    "rebar: rebar.config",
    "stack cabal: stack.yaml *.cabal",
    "dune: dune dune-project",
    "dart flutter: pubspec.yaml",
    "swift: Package.swift",
    "dotnet msbuild: *.csproj *.fsproj *.sln *.props *.targets",
    "composer: composer.json",
    "docker podman docker-compose: Dockerfile Containerfile docker-compose.y*ml compose.y*ml",
    "earthly: Earthfile",
    "tilt: Tiltfile",
    "skaffold: skaffold.yaml",
    "terraform tofu: *.tf",
    "vagrant: Vagrantfile",
    "foreman honcho overmind: Procfile",
    "nix nix-build nix-shell: flake.nix default.nix shell.nix",
    "pre-commit: .pre-commit-config.yaml",
    "lefthook: lefthook.y*ml",
    "direnv: .envrc",
    "mise: mise.toml .mise.toml",
  ].flatMap((line) => {
    const [programs = "", files = ""] = line.split(": ");
    return programs.split(" ").map((program) => [program, files.split(" ")] as const);
  }),
);

/** The file that an interpreter runs when its argument is a folder or the name of a module. */
const MAIN_FILES = ["__main__.py", "index.js", "package.json"];

/** Maximum number of named folders in which further words of the line are looked up. */
const MAX_FOLDERS = 20;
const MAX_WORDS = 1_000;
/** Limits for patterns: how many count, their stars, and the files that each may match. */
const MAX_PATTERNS = 20;
const MAX_STARS = 10;
const MAX_MATCHES = 100;

/**
 * The existing files that a list of simple commands may run, as absolute paths with their stats: named scripts and executables,
 * every file named for a program that is not known to take only data, and the files that drive a build. In doubt a file counts.
 */
export function scriptFiles(commands: readonly string[], folder: string): ReadonlyMap<string, Stats> {
  const lines = commands.map((command) => command.replaceAll(WRITTEN, " "));
  const words = [...new Set(lines.flatMap(wordsOf))];
  const runs = commands.some((command) => mayObeyFiles(command.trimStart().split(/\s/, 1)[0] ?? ""));
  const found = new Map<string, Stats>();
  const named = words.length > MAX_WORDS ? [] : words.flatMap((word) => folderAt(folder, word));
  const firsts = new Set(lines.map((line) => wordsOf(line)[0]));
  // A name may contain a blank.
  const pairs =
    runs && words.length <= MAX_WORDS ? words.slice(1).map((word, at) => `${words[at]} ${word}`) : [];
  const patterns = runs
    ? new Set(lines.flatMap((line) => line.split(/[\s;|&<>()]+/).flatMap(patternOf)))
    : [];
  for (const place of [folder, ...named.slice(0, MAX_FOLDERS)]) {
    const entries = entriesOf(place);
    const take = (name: string, counts: (stats: Stats) => boolean) => {
      const path = resolve(place, name);
      const stats = found.has(path) || !mayExist(entries, name) ? undefined : statsOf(path);
      if (stats?.isFile() === true && counts(stats)) found.set(path, stats);
    };
    const takeMatching = (pattern: string) => {
      const matches = compileWildcard(fileKey(pattern), "segment");
      const matching = entries?.names.filter((name) => matches(fileKey(name))) ?? [];
      for (const name of matching.slice(0, MAX_MATCHES)) take(name, () => true);
    };
    for (const word of words) {
      // A bare name is looked up on the path of programs.
      const isPath = word.includes("/");
      const isNamed = runs || SCRIPT.test(word) || (isPath && firsts.has(word));
      const names = isPath ? [word, word.replace(/^[^/]*\//, "")] : [word];
      for (const name of names) take(name, ({ mode }) => isNamed || (isPath && (mode & 0o111) !== 0));
      for (const name of runs ? modulesOf(word) : []) take(name, () => true);
      for (const name of driversOf(word))
        if (name.includes("*")) takeMatching(name);
        else take(name, () => true);
    }
    for (const pair of pairs) take(pair, () => true);
    for (const pattern of [...patterns].slice(0, MAX_PATTERNS)) takeMatching(pattern);
  }
  return found;
}

/** Whether a program may run what its files say. The arguments of an executable in the folder count as data. */
function mayObeyFiles(program: string): boolean {
  return /(?:^|\/)(?:[gmn]?awk|g?sed)$/.test(program) || (!takesData(program) && !/^[^/].*\//.test(program));
}

/** Files that a command writes. Their previous content does not matter. */
const WRITTEN = /\d?>{1,2}\|?\s*[^\s;|&<>()]+/g;

/** The words of a command, also those attached to a short option. */
function wordsOf(line: string): string[] {
  const words = line.split(/[\s;|&<>()'"`$=]+/).filter((word) => word !== "");
  return words.flatMap((word) => {
    const plain = word.replace(/^\/proc\/(?:thread-)?self\/cwd\/|^~\+\//, "");
    return /^-[A-Za-z]./.test(plain) ? [plain, plain.slice(2)] : [plain];
  });
}

/** The pattern of a partly known name: `*.sh`, `{a,b}.sh`, `$x.sh`. Empty for an entirely unknown name. */
function patternOf(word: string): string[] {
  const name = word.slice(word.lastIndexOf("/") + 1);
  const pattern = name.replaceAll(/\$\w+|\$?\{[^{}]*\}|\[[^\][]*\]|\?/g, "*");
  const stars = pattern.match(/\*/g)?.length ?? 0;
  return stars > 0 && stars <= MAX_STARS && pattern.length < 200 && /[^*.]/.test(pattern) ? [pattern] : [];
}

/** The entries of a folder: their names, and the same names as keys for looking them up. */
interface Entries {
  readonly names: readonly string[];
  readonly keys: ReadonlySet<string>;
}

/** Whether a name may exist below a folder, by its first part: a line may have 50,000 words, and opening each takes seconds. */
function mayExist(entries: Entries | undefined, name: string): boolean {
  const [first = ""] = name.split("/", 1);
  return first === "" || first === "." || first === ".." || entries?.keys.has(fileKey(first)) !== false;
}

// Some file systems ignore case or the form of accents.
const fileKey = (name: string) => name.normalize("NFC").toLowerCase();

/** The entries of a folder, or `undefined` if it cannot be listed: its files may be readable all the same. */
function entriesOf(folder: string): Entries | undefined {
  try {
    const names = readdirSync(folder);
    return { names, keys: new Set(names.map(fileKey)) };
  } catch {
    return undefined;
  }
}

/** The stats of a path. A word of a command may be too long for a path, or contain a zero byte. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function driversOf(word: string): readonly string[] {
  return DRIVEN_BY.get(trimEndOf(basename(word), /[\d.]/)) ?? [];
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
