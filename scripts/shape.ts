// Prints the shape of the source: files, lines, import cycles, uses of `any`.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const paths = globSync("src/**/*.ts", { cwd: root }).filter((path) => !path.endsWith(".test.ts"));
const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const lines = [...texts]
  .map(([path, text]) => ({ path, count: text.split("\n").length }))
  .sort((a, b) => a.count - b.count);
const anys = [...texts.values()].reduce(
  (sum, text) => sum + (withoutComments(text).match(/\bas any\b|: any\b|<any>/g)?.length ?? 0),
  0,
);

console.log(`files   ${paths.length}`);
console.log(`median  ${lines[Math.floor(lines.length / 2)]?.count} lines`);
for (const { path, count } of lines.slice(-5).reverse()) console.log(`long    ${count}  ${path}`);
console.log(`cycles  ${countCycles()}`);
console.log(`any     ${anys}`);

function importsOf(path: string): string[] {
  const targets = [...(texts.get(path) ?? "").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(
    ([, target = ""]) => target,
  );
  return targets.map((target) => normalize(join(dirname(path), target)));
}

function countCycles(): number {
  const done = new Set<string>();
  let cycles = 0;
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles++;
      console.log(`cycle   ${[...trail.slice(trail.indexOf(path)), path].join(" -> ")}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of importsOf(path)) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of paths) visit(path, []);
  return cycles;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
}
