import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes the command into a folder as a few files that start fast. */
export async function bundleCommand(target: string): Promise<void> {
  const bundle = await rolldown({
    input: {
      dejima: `${root}src/dejima.ts`,
      // Threads need separate files.
      "page-worker": `${root}src/sources/builtin/network/page/page-worker.ts`,
      "sqlite-program": `${root}src/sources/sql/sqlite/sqlite-program.ts`,
      "query-worker": `${root}src/sources/builtin/data/query-worker.ts`,
    },
    platform: "node",
    // Packages with programs or data files are not bundled, nor are packages that people install themselves.
    external: [/^@vscode\/ripgrep/, /^quickjs-wasi/, /^libpg-query/, /^@langchain\//],
    // Its main file loads its parts by names that a bundle does not have.
    resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
    treeshake: { moduleSideEffects: false, manualPureFunctions: ["z"] },
    plugins: [withoutSpawning(), onlyEnglishMessages(), plainBuiltins()],
  });
  await bundle.write({
    dir: target,
    format: "esm",
    minify: true,
    comments: { legal: true },
    chunkFileNames: "[name]-[hash].js",
    // Code that every command needs goes into one file: each file adds half a millisecond to the start.
    codeSplitting: {
      groups: [{ name: "core", test: /src\/(?:contract|policy|tool|version|support\/(?!address|host))/ }],
    },
  });
  await Promise.all(
    (await readdir(target)).filter((name) => name.endsWith(".js")).map((name) => inAscii(join(target, name))),
  );
}

/** V8 keeps the text of a file with two bytes a character as soon as one is not Latin. Escaped, all have one. */
async function inAscii(path: string): Promise<void> {
  const code = await readFile(path, "utf8");
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error(`Cannot escape the raw text in ${path}`);
  await writeFile(path, code.replace(/[^\0-\x7f]/g, escaped));
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

// The command-line parser can start programs as subcommands; none of ours does, and the import costs each start milliseconds.
function withoutSpawning() {
  return {
    name: "commander-without-spawning",
    resolveId: (source: string, importer: string | undefined) =>
      /child_process/.test(source) && /\/commander\//.test(importer ?? "") ? "\0no-child-process" : null,
    load: (id: string) => (id === "\0no-child-process" ? "export default {};" : null),
  };
}

// The schema library carries its messages in 40 languages. Ours are in English, and each start would read the others.
function onlyEnglishMessages() {
  return {
    name: "only-english-messages",
    load: (id: string) =>
      /\/zod\/v4\/locales\/index\.js$/.test(id) ? 'export { default as en } from "./en.js";' : null,
  };
}

// Node gives each built-in module a facade when it is imported, and fills it by reading every property: `node:fs` alone then
// loads streams and promises. Asking for the module itself reads only what is used.
function plainBuiltins() {
  return {
    name: "plain-builtins",
    renderChunk: (code: string) =>
      code.replace(
        /import\s*([\w$]+)?\s*,?\s*(?:\{([^}]*)\})?\s*from\s*"(node:[\w/]+)"\s*;?/g,
        (_all, whole, names, module) =>
          [
            whole === undefined ? "" : `const ${whole}=process.getBuiltinModule("${module}");`,
            names === undefined
              ? ""
              : `const {${names.replace(/\s+as\s+/g, ":")}}=process.getBuiltinModule("${module}");`,
          ].join(""),
      ),
  };
}
