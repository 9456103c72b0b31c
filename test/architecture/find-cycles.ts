import { dirname, join, normalize } from "node:path";
import type { SourceFile } from "./find-violations.ts";

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/** Every circle of imports, of types as well as of values, written as the way around it. */
export function findCycles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      return;
    }
    if (done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return cycles;
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, target = ""]) => normalize(join(dirname(path), target)));
}
