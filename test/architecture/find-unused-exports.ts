import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { SourceFile } from "./find-violations.ts";

const EXPORT =
  /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|abstract class|interface|type) (\w+)/gm;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/**
 * Exports of `files` that no other file uses: no file imports the module and mentions the name. `users` are further files that
 * may use them; the exports of an entry are for others.
 */
export function findUnusedExports(
  files: readonly SourceFile[],
  users: readonly SourceFile[],
  isEntry: (path: string) => boolean,
): string[] {
  const importers = new Map<string, Set<string>[]>();
  for (const { path, text } of [...files, ...users]) {
    const words = new Set(text.match(/\w+/g));
    for (const [, target = ""] of text.matchAll(IMPORT)) {
      const module = normalize(join(dirname(path), target));
      importers.set(module, [...(importers.get(module) ?? []), words]);
    }
  }
  return files
    .filter(({ path }) => !isEntry(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORT)]
        .map(([, name = ""]) => name)
        .filter((name) => !(importers.get(path) ?? []).some((words) => words.has(name)))
        .map((name) => `${path}: ${name}`),
    );
}

const ENTRIES = new Set([
  "src/index.ts",
  "src/langgraph.ts",
  "src/http.ts",
  "src/retrieval.ts",
  "src/dejima.ts",
  "src/adapters/ai-sdk.ts",
  "src/adapters/langchain.ts",
  "src/adapters/openai-agents.ts",
]);
/** Whether a file's exports are for others: an entry of the package, a command, which is loaded by its file, or a messenger, by its name. */
export const isEntry = (path: string): boolean =>
  ENTRIES.has(path) ||
  path.startsWith("src/doors/cli/commands/") ||
  /^src\/doors\/messengers\/(\w+)\/open-\1\.ts$/.test(path);

/** Every file that may use an export of `src/`. */
export function readUsers(root: string): SourceFile[] {
  return globSync(["{src,test,bench,scripts,examples,training}/**/*.{ts,mjs}", "console/**/*.{ts,tsx}"], {
    cwd: root,
    exclude: ["**/node_modules/**"],
  }).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
