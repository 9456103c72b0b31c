/** How each part of the data is redacted. */
export interface Clean {
  key(key: string): string;
  leaf(value: unknown, key: string): unknown;
  /** Redacts consecutive texts. A secret may be split between them. */
  list(texts: readonly string[]): readonly string[];
}

/** Redacts data from the inside out. The elements of a list belong to the list's name. */
export function walk(value: unknown, key: string, clean: Clean): unknown {
  if (Array.isArray(value)) {
    return (
      redactSpelled(value, (text) => clean.leaf(text, key)) ??
      redactSplit(value, clean).map((each) => walk(each, key, clean))
    );
  }
  if (typeof value !== "object" || value === null) return clean.leaf(value, key);
  const names = Object.keys(value);
  const values = redactSplit(Object.values(value), clean);
  return Object.fromEntries(names.map((name, at) => [clean.key(name), walk(values[at], name, clean)]));
}

// Shorter texts are not known secrets.
const MIN_SPELLED = 12;

/** Redacts a list of numbers that spells a secret, letter by letter. Returns `undefined` for any other list. */
function redactSpelled(
  elements: readonly unknown[],
  clean: (text: string) => unknown,
): unknown[] | undefined {
  if (elements.length < MIN_SPELLED || !elements.every(isLetter)) return undefined;
  const text = String.fromCharCode(...elements.slice(0, MAX_SPELLED));
  const cleaned = clean(text);
  return cleaned === text ? undefined : [cleaned, ...elements.slice(MAX_SPELLED)];
}

const MAX_SPELLED = 50_000;

function isLetter(element: unknown): element is number {
  return typeof element === "number" && Number.isInteger(element) && element > 8 && element < 0x7f;
}

/** The elements of a list, or the values of fields, without secrets that begin in one text and continue in the next. */
function redactSplit(elements: readonly unknown[], clean: Clean): readonly unknown[] {
  const texts = elements.map(textIn);
  if (texts.filter((text) => text !== undefined).length < 2) return elements;
  const cleaned = clean.list(texts.map((text) => text ?? ""));
  return elements.map((element, index) => {
    const text = cleaned[index];
    if (texts[index] === undefined || text === texts[index]) return element;
    return typeof element === "object" ? { ...element, text } : text;
  });
}

function textIn(element: unknown): string | undefined {
  if (typeof element === "string") return element;
  if (typeof element !== "object" || element === null || !("text" in element)) return undefined;
  return typeof element.text === "string" ? element.text : undefined;
}
