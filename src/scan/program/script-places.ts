import type { SyntaxNode } from "@lezer/common";
import { parser as javascript } from "@lezer/javascript";
import { MAX_PROGRAM } from "./program.ts";

export const script = javascript.configure({ dialect: "ts jsx" });

/** Whether a position of a JavaScript program is inside a string, and not in code inside a template. */
export function literalsIn(text: string): (index: number) => boolean {
  const tree = script.parse(text.slice(0, MAX_PROGRAM));
  return (index) => {
    for (let node: SyntaxNode | null = tree.resolveInner(index, 1); node !== null; node = node.parent) {
      if (node.name === "Interpolation") return false;
      if (/^(?:String|TemplateString)$/.test(node.name)) return node.from < index;
    }
    return false;
  };
}

/** Whether a line of a JavaScript program, counting from 1, contains comments and no code. Unparsed lines count as code. */
export function isCommentLine(text: string, line: number): boolean {
  const lines = text.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const end = from + (lines[line - 1] ?? "").length;
  if (end >= MAX_PROGRAM) return false;
  const tree = script.parse(text.slice(0, MAX_PROGRAM));
  for (let at = from; at < end; ) {
    if (/\s/.test(text[at] ?? "")) {
      at += 1;
      continue;
    }
    const node = tree.resolveInner(at, 1);
    if (!/^(?:Line|Block)Comment$/.test(node.name)) return false;
    at = node.to;
  }
  return true;
}
