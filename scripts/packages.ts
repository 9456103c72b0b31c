// Makes the small packages out of the same modules as the whole one: for each, the entries and what they reach.
// Usage: node scripts/packages.ts [folder] [the build to take from] (after scripts/build.ts)
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

interface SmallPackage {
  readonly name: string;
  readonly description: string;
  /** Where the package is imported from, and the module behind it. */
  readonly entries: Readonly<Record<string, string>>;
  /** Modules that run as separate threads. */
  readonly workers: readonly string[];
  /** Files that can be asked for by name. */
  readonly data?: Readonly<Record<string, string>>;
  /** Files and folders of the repository to include, with their paths in the package. */
  readonly assets: Readonly<Record<string, string>>;
  /** What each installation gets; every other package that a module asks for is an optional peer. */
  readonly dependencies: readonly string[];
  readonly readme: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const target = resolve(process.argv[2] ?? join(root, "dist-packages"));
const built = resolve(process.argv[3] ?? join(root, "dist"));
const whole = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const PACKAGES: readonly SmallPackage[] = [
  {
    name: "dejima-gate",
    description: "The gate of Dejima as a library: judge, ask, contain, record and undo every tool call.",
    entries: {
      ".": "index",
      "./ai-sdk": "adapters/ai-sdk",
      "./langchain": "adapters/langchain",
      "./openai-agents": "adapters/openai-agents",
      "./langgraph": "langgraph",
    },
    workers: [
      "sources/builtin/data/query-worker",
      "sources/builtin/network/page/page-worker",
      "sources/sql/sqlite/sqlite-program",
    ],
    assets: { skills: "skills", personas: "personas" },
    // What judging, asking, running, recording and undoing a call can need.
    dependencies: [
      "@cfworker/json-schema",
      "compare-versions",
      "croner",
      "diff",
      "fastest-levenshtein",
      "ipaddr.js",
      "json-p3",
      "jsonrepair",
      "re2js",
      "unbash",
      "yaml",
      "zod",
    ],
    readme: "packages/gate.md",
  },
  {
    name: "dejima-retrieval",
    description:
      "Finds the right tool or skill for a request, in English and Chinese, in Node and in browsers.",
    entries: { ".": "retrieval", "./node": "model/embedded/load-embedded-embedder" },
    workers: [],
    data: { "./model": "./dist/model/embedded/bilingual.model" },
    assets: { "src/model/embedded/bilingual.model": "dist/model/embedded/bilingual.model" },
    dependencies: ["zod"],
    readme: "packages/retrieval.md",
  },
];

for (const part of PACKAGES) assemble(part);

function assemble(part: SmallPackage): void {
  const folder = join(target, part.name);
  rmSync(folder, { recursive: true, force: true });
  const { files, packages } = reach([...Object.values(part.entries), ...part.workers]);
  const optional = [...packages].filter((name) => !part.dependencies.includes(name));
  for (const file of files) {
    const place = join(folder, "dist", relative(built, file));
    copy(file, place);
    if (file.endsWith(".d.ts"))
      writeFileSync(place, withoutOptionalTypes(readFileSync(file, "utf8"), optional));
  }
  for (const [from, to] of Object.entries(part.assets)) copy(join(root, from), join(folder, to));
  copy(join(root, "LICENSE"), join(folder, "LICENSE"));
  copy(join(root, part.readme), join(folder, "README.md"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(part, packages), null, 2)}\n`);
  console.log(`${part.name}: ${files.length} files in ${relative(root, folder)}`);
}

/** Types of a package that is not installed are unknown, and no error. */
function withoutOptionalTypes(text: string, optional: readonly string[]): string {
  const asks = (line: string) =>
    optional.some((name) => line.includes(`"${name}"`) || line.includes(`"${name}/`));
  return text.replace(/^.*$/gm, (line) => (asks(line) ? `// @ts-ignore: optional\n${line}` : line));
}

/** The modules with their types that the entries lead to, and the packages that these ask for. */
function reach(entries: readonly string[]): { files: string[]; packages: Set<string> } {
  const waiting = entries.flatMap((entry) =>
    [`${entry}.js`, `${entry}.d.ts`].map((file) => join(built, file)),
  );
  const files = new Set<string>();
  const packages = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, from, called] of text.matchAll(/(?:\bfrom|^import) "([^"]+)"|\bimport\("([^"]+)"\)/gm)) {
      const name = from ?? called ?? "";
      if (name.startsWith("node:")) continue;
      if (!name.startsWith(".")) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
      else
        waiting.push(
          join(dirname(file), file.endsWith(".d.ts") ? name.replace(/\.(?:js|ts)$/, ".d.ts") : name),
        );
    }
  }
  return { files: [...files], packages };
}

function manifest(part: SmallPackage, packages: ReadonlySet<string>): unknown {
  const known: Record<string, string> = {
    ...whole.devDependencies,
    ...whole.dependencies,
    ...whole.peerDependencies,
  };
  const versions = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, known[name] ?? fail(`${name} has no version in package.json`)]),
    );
  const peers = [...packages].filter((name) => name in known && !part.dependencies.includes(name)).sort();
  const exported = Object.entries(part.entries).map(([place, entry]) => [
    place,
    { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` },
  ]);
  const { version, license, type, engines, keywords } = whole;
  return {
    name: part.name,
    version,
    description: part.description,
    license,
    type,
    exports: { ...Object.fromEntries(exported), ...part.data, "./package.json": "./package.json" },
    files: ["dist", ...Object.values(part.assets).filter((to) => !to.startsWith("dist/"))],
    engines,
    keywords,
    dependencies: versions(part.dependencies),
    peerDependencies: versions(peers),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  };
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

function fail(problem: string): never {
  throw new Error(`Cannot make the packages: ${problem}`);
}
