import { setImmediate } from "node:timers/promises";
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import type { PlannedCall } from "../../../contract/tool.ts";
import { literalValue, openValue } from "./literal-value.ts";

const script = parser.configure({ dialect: "ts" });
const MAX_CALL_SITES = 100;
const MAX_TEXT_LENGTH = 120;
/** Text that is nested more deeply takes the parser seconds, and nobody writes it by hand. */
const MAX_NESTING = 200;
/** Some texts take the parser a time that grows with the square of their length. Other work goes on meanwhile, up to this time. */
const MAX_PARSE_MS = 1_000;
const SLICE_MS = 8;

/**
 * The places in a program that use tools, in the order of its text: calls, and uses of `tools` or a tool as a
 * value, whose calls cannot be known. What really runs depends on the results.
 */
export async function callSites(code: string): Promise<PlannedCall[]> {
  const tree = nestingOf(code) > MAX_NESTING ? undefined : await parseInSlices(code);
  if (tree === undefined) return [{ line: 1, tool: undefined, text: "(too complex to be read)" }];
  const sites: PlannedCall[] = [];
  tree.iterate({
    enter({ name, from, to, node }) {
      if (!/^(?:VariableName|PropertyDefinition)$/.test(name) || code.slice(from, to) !== "tools") return;
      // In `{ tools: 1 }` it is the name of a field.
      if (name === "PropertyDefinition" && node.nextSibling?.name === ":") return;
      if (sites.length < MAX_CALL_SITES) sites.push(siteOf(node, code));
    },
  });
  return sites;
}

/** Parses without holding up the process. Returns `undefined` if it takes too long. */
async function parseInSlices(code: string): Promise<Tree | undefined> {
  const parse = script.startParse(code);
  for (let spent = 0; spent < MAX_PARSE_MS; ) {
    const began = performance.now();
    for (let elapsed = 0; elapsed < SLICE_MS; elapsed = performance.now() - began) {
      const tree = parse.advance();
      if (tree !== null) return tree;
    }
    spent += performance.now() - began;
    await setImmediate();
  }
  return undefined;
}

/** How deeply brackets are nested, wherever they stand. */
function nestingOf(code: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of code.matchAll(/[([{)\]}]/g)) {
    depth = "([{".includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function siteOf(tools: SyntaxNode, code: string): PlannedCall {
  const member = tools.parent?.name === "MemberExpression" ? tools.parent : undefined;
  const isCallee =
    member?.parent?.name === "CallExpression" && member.parent.firstChild?.from === member.from;
  const call = isCallee ? (member?.parent ?? undefined) : undefined;
  const shown = call ?? member ?? tools.parent ?? tools;
  const text = code.slice(shown.from, shown.to).replace(/\s+/g, " ");
  return {
    line: code.slice(0, tools.from).split("\n").length,
    tool: member === undefined ? undefined : nameIn(member, code),
    ...(call === undefined ? {} : inputOf(call, code)),
    ...(isRepeated(tools) ? { repeats: true } : {}),
    text: text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text,
  };
}

function nameIn(member: SyntaxNode, code: string): string | undefined {
  const property = member.getChild("PropertyName");
  if (property !== null) return code.slice(property.from, property.to);
  const index = member.lastChild?.prevSibling;
  const name = index?.name === "String" ? literalValue(index, code)?.value : undefined;
  return typeof name === "string" ? name : undefined;
}

const REPEATING = /^(?:For|While|Do)Statement$|Function|Method/;

function isRepeated(node: SyntaxNode): boolean {
  for (let above = node.parent; above !== null; above = above.parent)
    if (REPEATING.test(above.name)) return true;
  return false;
}

function inputOf(call: SyntaxNode, code: string): { input?: unknown; open?: unknown } {
  const list = call.getChild("ArgList");
  const first = list?.firstChild?.nextSibling;
  if (list === null || first === undefined || first === null) return {};
  if (first.name === ")") return { input: {} };
  if (first.nextSibling?.name !== ")") return {};
  const literal = literalValue(first, code);
  if (literal !== undefined) return { input: literal.value };
  const open = openValue(first, code);
  return open === undefined ? {} : { open: open.value };
}
