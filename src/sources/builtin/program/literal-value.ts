import type { SyntaxNode } from "@lezer/common";

/** A value written as data in the text. */
interface Literal {
  readonly value: unknown;
}

/** An input with an open value for each computed field. `undefined` if more than its fields is computed. */
export function openValue(node: SyntaxNode, code: string): Literal | undefined {
  return node.name === "ObjectExpression" ? objectValue(node, code, { value: { $hole: "text" } }) : undefined;
}

/** The data that an expression spells out, without running it. Returns `undefined` if it is computed. */
export function literalValue(node: SyntaxNode, code: string): Literal | undefined {
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
