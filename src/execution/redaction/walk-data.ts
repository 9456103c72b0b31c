/** How each part of the data is redacted. */
export interface Clean {
  key(key: string): string;
  leaf(value: unknown, key: string): unknown;
  /** Whether Dejima wrote a field itself. A secret at the end of the text before it does not continue in it. */
  isOwn(value: unknown, key: string): boolean;
  /** Redacts consecutive texts. A secret may be split between them. */
  list(texts: readonly string[]): readonly string[];
}

/** Redacts data from the inside out. The elements of a list belong to the list's name. */
export function walk(value: unknown, key: string, clean: Clean): unknown {
  if (Array.isArray(value)) {
    return (
      redactSpelled(value, (text) => clean.leaf(text, key)) ??
      redactSplit(value, value.map(textIn), clean).map((each) => walk(each, key, clean))
    );
  }
  if (typeof value !== "object" || value === null) return clean.leaf(value, key);
  const names = Object.keys(value);
  const fields: unknown[] = Object.values(value);
  const texts = fields.map((field, at) => (clean.isOwn(field, names[at] ?? "") ? undefined : textIn(field)));
  const values = redactSplit(fields, texts, clean);
  return Object.fromEntries(names.map((name, at) => [clean.key(name), walk(values[at], name, clean)]));
}

/** What the name of a field says. */
export interface Field {
  readonly name: string;
  /** Whether redaction leaves the name unchanged. */
  readonly isKept: boolean;
  /** Whether only Dejima fills it. */
  readonly isOwn: boolean;
  /** Whether the name surely does not make a secret of its value. */
  readonly isQuiet: boolean;
}

/** Values that redaction certainly leaves unchanged. */
export interface Unchanged {
  field(name: string): Field;
  leaf(value: unknown, field: Field): boolean;
  /** Whether consecutive texts hold no secret that is split between them. */
  list(texts: readonly string[]): boolean;
}

/** Whether `walk` would return data that equals the value. `false` also if that is not certain. */
export function staysUnchanged(value: unknown, field: Field, unchanged: Unchanged): boolean {
  if (typeof value !== "object" || value === null) return unchanged.leaf(value, field);
  // The JSON text of anything else may differ from what its fields say.
  if (!isPlain(value)) return false;
  if (Array.isArray(value)) return listStaysUnchanged(value, field, unchanged);
  let first: string | undefined;
  let texts: string[] | undefined;
  const fields = value as Readonly<Record<string, unknown>>; // an object, by the checks above
  // A loop without pairs, because every record and step comes through here.
  for (const name of Object.keys(fields)) {
    const each = fields[name];
    const own = unchanged.field(name);
    if (!own.isKept || !staysUnchanged(each, own, unchanged)) return false;
    const text = own.isOwn ? undefined : textIn(each);
    if (text === undefined) continue;
    if (first === undefined) first = text;
    else if (texts === undefined) texts = [first, text];
    else texts.push(text);
  }
  return texts === undefined || unchanged.list(texts);
}

function listStaysUnchanged(elements: readonly unknown[], field: Field, unchanged: Unchanged): boolean {
  if (elements.length === 0) return true;
  if (isSpelled(elements)) return false;
  if (!elements.every((each) => staysUnchanged(each, field, unchanged))) return false;
  if (elements.length < 2) return true;
  const texts = elements.map(textIn).filter((text) => text !== undefined);
  return texts.length < 2 || unchanged.list(texts);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return false;
  return !("toJSON" in value);
}

// Shorter texts are not known secrets.
const MIN_SPELLED = 12;

/** Redacts a list of numbers that spells a secret, letter by letter. Returns `undefined` for any other list. */
function redactSpelled(
  elements: readonly unknown[],
  clean: (text: string) => unknown,
): unknown[] | undefined {
  if (!isSpelled(elements)) return undefined;
  const text = String.fromCharCode(...elements.slice(0, MAX_SPELLED));
  const cleaned = clean(text);
  return cleaned === text ? undefined : [cleaned, ...elements.slice(MAX_SPELLED)];
}

const MAX_SPELLED = 50_000;

function isSpelled(elements: readonly unknown[]): elements is readonly number[] {
  return elements.length >= MIN_SPELLED && elements.every(isLetter);
}

function isLetter(element: unknown): element is number {
  return typeof element === "number" && Number.isInteger(element) && element > 8 && element < 0x7f;
}

/** The elements of a list, or the values of fields, without secrets that begin in one text and continue in the next. */
function redactSplit(
  elements: readonly unknown[],
  texts: readonly (string | undefined)[],
  clean: Clean,
): readonly unknown[] {
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
