import { setImmediate } from "node:timers/promises";
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import type { PlannedCall } from "../../../contract/tool.ts";
import { visibleLine, visibleText } from "../../../text/visible-text.ts";

const script = parser.configure({ dialect: "ts" });
const MAX_CALL_SITES = 100;
const MAX_TEXT_LENGTH = 120;
/** Text that is nested more deeply takes the parser seconds, and nobody writes it by hand. */
const MAX_NESTING = 200;
/** Processor time. For some texts the parser needs quadratic time; other work continues meanwhile. */
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
    const before = processorTime();
    const began = performance.now();
    while (performance.now() - began < SLICE_MS) {
      const tree = parse.advance();
      if (tree !== null) return tree;
    }
    spent += processorTime() - before;
    await setImmediate();
  }
  return undefined;
}

/** Milliseconds of processor time that this thread has used. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How deeply brackets are nested, also in strings and comments. */
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

/** A value written as data in the text. */
interface Literal {
  readonly value: unknown;
}

/** An input with an open value for each computed field. `undefined` if more than its fields is computed. */
function openValue(node: SyntaxNode, code: string): Literal | undefined {
  return node.name === "ObjectExpression" ? objectValue(node, code, { value: { $hole: "text" } }) : undefined;
}

/** The data that an expression spells out, without running it. Returns `undefined` if it is computed. */
function literalValue(node: SyntaxNode, code: string): Literal | undefined {
  const text = code.slice(node.from, node.to);
  if (node.name === "String") return fromQuotes(text);
  if (node.name === "TemplateString") return /[\\$]/.test(text) ? undefined : { value: text.slice(1, -1) };
  if (node.name === "Number") return /^[\d.]+$/.test(text) ? { value: Number(text) } : undefined;
  if (node.name === "BooleanLiteral") return { value: text === "true" };
  if (node.name === "null") return { value: null };
  if (node.name === "ArrayExpression") return all(partsOf(node).map((part) => literalValue(part, code)));
  return node.name === "ObjectExpression" ? objectValue(node, code) : undefined;
}

function objectValue(node: SyntaxNode, code: string, open?: Literal): Literal | undefined {
  const fields = node.getChildren("Property").map((property): Literal | undefined => {
    const [key, value = open && key] = partsOf(property);
    if (key === undefined || value === undefined) return undefined;
    const name =
      key.name === "PropertyDefinition" ? { value: code.slice(key.from, key.to) } : literalValue(key, code);
    const literal = literalValue(value, code) ?? open;
    // In a program it would set the prototype.
    if (name?.value === "__proto__") return undefined;
    return name === undefined || literal === undefined
      ? undefined
      : { value: [String(name.value), literal.value] };
  });
  // Spread values are computed.
  if (fields.length !== partsOf(node).length) return undefined;
  const entries = all(fields);
  return entries && { value: Object.fromEntries(entries.value as [string, unknown][]) }; // pairs, as created above
}

/** The children that are not punctuation. */
function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (/^\w/.test(child.name) && !/Comment$/.test(child.name)) parts.push(child);
  return parts;
}

function all(values: readonly (Literal | undefined)[]): Literal | undefined {
  return values.includes(undefined) ? undefined : { value: values.map((literal) => literal?.value) };
}

function fromQuotes(text: string): Literal | undefined {
  const inner = text.slice(1, -1);
  if (!inner.includes("\\")) return { value: inner };
  try {
    return text.startsWith('"') ? { value: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}

/** A program as a person sees it: its calls, then its text with line numbers, so that no comment in it passes for one of the calls. */
export async function previewProgram(code: string): Promise<string> {
  const sites = await callSites(code);
  const lines = sites.map(
    ({ line, tool, text }) =>
      `line ${line}: ${tool === undefined ? "a tool whose name it works out" : visibleLine(tool)}: ${visibleLine(text)}`,
  );
  const calls =
    lines.length === 0 ? "This program makes no calls." : `Calls in this program:\n${lines.join("\n")}`;
  const rows = visibleText(code).split("\n");
  const wide = String(rows.length).length;
  // The separators may occur in a private key, so that a key of several lines is still recognized and left out.
  const numbered = rows.map((row, index) => `${String(index + 1).padStart(wide)}: ${row}`.trimEnd());
  return `${calls}\n\n${numbered.join("\n")}`;
}
