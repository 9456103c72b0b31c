import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Place {
  readonly file: string;
  readonly text: string;
  readonly imported: ReadonlyMap<string, string>;
}

const LISTS = /(import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g;

/** The names that a file exports from others, by the file they come from. */
export function exportedNames(index: string): ReadonlyMap<string, string> {
  return listed(index, "export");
}

/** The types of ours that the declaration of an exported name mentions. Reads the source as text. */
export function mentionedTypes(name: string, index: string): string[] {
  const from = exportedNames(index).get(name);
  if (from === undefined) throw new Error(`${name} is not exported`);
  const { text, imported } = declaredAt(name, from);
  const declaration = declarationOf(name, text);
  const words = new Set(declaration.match(/\b[A-Z][a-z]\w*/g) ?? []);
  words.delete(name);
  return [...words].filter((word) => imported.has(word) || isDeclared(word, text)).sort();
}

function declaredAt(name: string, file: string): Place {
  const text = withoutComments(readFileSync(file, "utf8"));
  const imported = listed(file, "import");
  const elsewhere = imported.get(name) ?? listed(file, "export").get(name);
  return elsewhere === undefined ? { file, text, imported } : declaredAt(name, elsewhere);
}

function listed(file: string, kind: "import" | "export"): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, means, names = "", from = ""] of readFileSync(file, "utf8").matchAll(LISTS)) {
    if (means !== kind) continue;
    for (const name of names.split(",").map((part) => part.trim().replace(/^type /, "")))
      if (name !== "") found.set(name.split(" as ").at(-1) ?? name, join(dirname(file), from));
  }
  return found;
}

/** From its first word to the brace or semicolon that ends it; of a function, without its body. */
function declarationOf(name: string, text: string): string {
  const start = text.search(
    new RegExp(`^export (?:async )?(?:interface|type|class|const|function) ${name}\\b`, "m"),
  );
  if (start === -1) throw new Error(`Cannot find the declaration of ${name}`);
  const end = text.slice(start).search(/^(?:\}|\S.*;)$/m);
  const whole = text.slice(start, start + end + 1);
  return / function /.test(whole.slice(0, 24)) ? whole.slice(0, whole.search(/\{\n {2}\S/)) : whole;
}

function isDeclared(word: string, text: string): boolean {
  return new RegExp(`^(?:export )?(?:interface|type|class) ${word}\\b`, "m").test(text);
}

function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "")
    .replaceAll(/"[^"\n]*"/g, '""');
}
