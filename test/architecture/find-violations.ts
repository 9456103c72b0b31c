import { dirname, join, normalize } from "node:path";
import { LAYERS, POWERS } from "./layers.ts";

/** A source file as text: the compiler's view is not needed to see who imports whom. */
export interface SourceFile {
  /** From the project root: src/policy/judge.ts */
  readonly path: string;
  readonly text: string;
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g;

/** Every import that the table forbids and every power that stands outside its owner's folder. */
export function findViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...layerViolations(file),
    ...powerViolations(file),
    ...spellingViolations(file),
  ]);
}

/** The row of the table that a file belongs to. */
export function layerOf(path: string): string | undefined {
  const inside = path.replace(/^src\//, "");
  return Object.keys(LAYERS).find((layer) => inside === layer || inside.startsWith(`${layer}/`));
}

function importsOf({ text }: SourceFile): string[] {
  return [...withoutComments(text).matchAll(IMPORT)].map(([, target = ""]) => target);
}

function layerViolations(file: SourceFile): string[] {
  const from = layerOf(file.path);
  if (from === undefined) return [`${file.path} stands in no layer of the table`];
  return importsOf(file)
    .filter((target) => target.startsWith("."))
    .flatMap((target) => {
      const path = normalize(join(dirname(file.path), target));
      if (!path.startsWith("src/")) return [`${file.path} imports ${target}, outside of src`];
      const to = layerOf(path);
      const allowed = to === from || (to !== undefined && (LAYERS[from] ?? []).includes(to));
      return allowed ? [] : [`${file.path} (${from}) imports ${path} (${to ?? "no layer"})`];
    });
}

function powerViolations(file: SourceFile): string[] {
  const code = withoutComments(file.text);
  return POWERS.filter(
    ({ pattern, owners }) => pattern.test(code) && !owners.some((owner) => file.path.startsWith(owner)),
  ).map(({ power }) => `${file.path} holds a power that is not its own: ${power}`);
}

function spellingViolations(file: SourceFile): string[] {
  return importsOf(file)
    .filter((target) => target.startsWith(".") && !/\.(?:ts|json)$/.test(target))
    .map((target) => `${file.path} imports ${target} without .ts`);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
