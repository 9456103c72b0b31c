/** A pattern that code puts together: where it stands, and what can be known of it before it runs. */
export interface BuiltPattern {
  /** The first argument as it is written. */
  readonly written: string;
  /** The pattern, with a letter in place of each part that only a call knows; nothing where all of it is unknown. */
  readonly pattern: RegExp | undefined;
}

const CALL = /\bnew RegExp\(\s*/g;

/** The patterns that a source text builds with `new RegExp`. */
export function builtPatternsIn(text: string): BuiltPattern[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(CALL)].map((call) => {
    const [written = "", flags = ""] = argumentsAt(code, call.index + call[0].length);
    const source = textOf(written, code, 0);
    return { written, pattern: source === undefined ? undefined : compiled(source, textOf(flags, code, 0)) };
  });
}

/** The arguments of a call, split at its commas, however they are quoted. */
function argumentsAt(code: string, from: number): string[] {
  const found = [""];
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const letter = code[at] ?? "";
    const quoted = /["'`]/.test(letter) ? quotedAt(code, at) : undefined;
    if (quoted === undefined && letter === ")" && depth === 0) break;
    if (quoted === undefined && letter === "," && depth === 0) {
      found.push("");
      continue;
    }
    if (quoted === undefined) depth += /[([{]/.test(letter) ? 1 : /[)\]}]/.test(letter) ? -1 : 0;
    found.push(`${found.pop()}${quoted ?? letter}`);
    if (quoted !== undefined) at += quoted.length - 1;
  }
  return found.map((each) => each.trim());
}

function quotedAt(code: string, from: number): string {
  const quote = code[from] ?? "";
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (quote === "`" && code.startsWith("${", at)) at = endOfPart(code, at + 2);
    else if (code[at] === quote) return code.slice(from, at + 1);
  }
  return code.slice(from);
}

function endOfPart(code: string, from: number): number {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    if (/["'`]/.test(code[at] ?? "")) at += quotedAt(code, at).length - 1;
    else if (code[at] === "{") depth++;
    else if (code[at] === "}" && --depth === 0) return at;
  }
  return code.length;
}

/** The text that an expression stands for: literals, templates, sums of them, and constants of the same file. */
function textOf(expression: string, code: string, depth: number): string | undefined {
  const raw = expression.startsWith("String.raw`");
  const text = raw ? expression.slice("String.raw".length) : expression;
  if (depth > 6 || text === "") return undefined;
  if (/^["'`]/.test(text)) {
    const first = quotedAt(text, 0);
    const rest = text.slice(first.length).trim();
    const value = filled(first, code, { raw, depth });
    if (rest === "") return value;
    return rest.startsWith("+") ? value + (textOf(rest.slice(1).trim(), code, depth + 1) ?? "x") : undefined;
  }
  const [, name = "", ofPattern] = /^([A-Za-z_]\w*)(\.source)?$/.exec(text) ?? [];
  if (name === "") return undefined;
  const [, held] = new RegExp(`\\bconst ${name}(?::[^=\\n]+)? =\\s*([^;]+);`).exec(code) ?? [];
  if (held === undefined) return undefined;
  return ofPattern === undefined
    ? textOf(held.trim(), code, depth + 1)
    : /^\/([\s\S]+)\/[a-z]*$/.exec(held.trim())?.[1];
}

/** A quoted text with the parts of its template filled in, a letter for each that is not known. */
function filled(quoted: string, code: string, { raw, depth }: { raw: boolean; depth: number }): string {
  let value = "";
  const inner = quoted.slice(1, -1);
  for (let at = 0; at < inner.length; at++) {
    if (quoted.startsWith("`") && inner.startsWith("${", at)) {
      const end = endOfPart(inner, at + 2);
      value += textOf(inner.slice(at + 2, end).trim(), code, depth + 1) ?? "x";
      at = end;
    } else if (inner[at] === "\\" && !raw) {
      const sign =
        inner.slice(at).match(/^\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[\s\S])/i)?.[0] ?? "\\";
      value += /^\\[nrtux]/.test(sign) ? sign : sign.slice(1);
      at += sign.length - 1;
    } else value += inner[at];
  }
  return value;
}

function compiled(source: string, flags = ""): RegExp | undefined {
  try {
    return new RegExp(source, flags.replace(/[^dgimsuv]/g, ""));
  } catch {
    return undefined;
  }
}
