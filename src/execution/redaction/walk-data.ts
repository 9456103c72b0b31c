/** How each part of some data is redacted. */
export interface Clean {
  key(key: string): string;
  leaf(held: unknown, key: string): unknown;
  /** Redacts consecutive texts. A secret may be split between them. */
  list(texts: readonly string[]): readonly string[];
}

/** Redacts data from the inside out. The elements of a list belong to the list's name. */
export function walk(held: unknown, key: string, clean: Clean): unknown {
  if (Array.isArray(held)) {
    return (
      spelled(held, (text) => clean.leaf(text, key)) ??
      redactSplit(held, clean).map((each) => walk(each, key, clean))
    );
  }
  if (typeof held !== "object" || held === null) return clean.leaf(held, key);
  const names = Object.keys(held);
  const values = redactSplit(Object.values(held), clean);
  return Object.fromEntries(names.map((name, at) => [clean.key(name), walk(values[at], name, clean)]));
}

// Fewer letters than this are no secret that we know.
const MIN_SPELLED = 12;

/** What is left of a list of numbers that spell a secret, letter by letter. Returns `undefined` for any other list. */
function spelled(elements: readonly unknown[], clean: (text: string) => unknown): unknown[] | undefined {
  if (elements.length < MIN_SPELLED || !elements.every(isLetter)) return undefined;
  const text = String.fromCharCode(...elements.slice(0, LONGEST_SPELLED));
  const cleaned = clean(text);
  return cleaned === text ? undefined : [cleaned, ...elements.slice(LONGEST_SPELLED)];
}

const LONGEST_SPELLED = 50_000;

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
