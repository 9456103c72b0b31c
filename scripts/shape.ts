// Prints the shape of the source: files, lines, import cycles, unused exports, uses of `any`.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findCycles } from "../test/architecture/find-cycles.ts";
import { findUnusedExports, isEntry, readUsers } from "../test/architecture/find-unused-exports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const paths = globSync("src/**/*.ts", { cwd: root }).filter((path) => !path.endsWith(".test.ts"));
const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const lines = [...texts]
  .map(([path, text]) => ({ path, count: text.trimEnd().split("\n").length }))
  .sort((a, b) => a.count - b.count);
const anys = [...texts.values()].reduce(
  (sum, text) => sum + (withoutComments(text).match(/\bas any\b|: any\b|<any>/g)?.length ?? 0),
  0,
);

console.log(`files   ${paths.length}`);
console.log(`median  ${lines[Math.floor(lines.length / 2)]?.count} lines`);
for (const { path, count } of lines.slice(-5).reverse()) console.log(`long    ${count}  ${path}`);
const files = [...texts].map(([path, text]) => ({ path, text }));
const cycles = findCycles(files);
const unused = findUnusedExports(files, readUsers(root), isEntry);
for (const cycle of cycles) console.log(`cycle   ${cycle}`);
console.log(`cycles  ${cycles.length}`);
for (const name of unused) console.log(`unused  ${name}`);
console.log(`unused  ${unused.length}`);
console.log(`any     ${anys}`);

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
}
