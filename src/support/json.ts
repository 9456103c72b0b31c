/** Why a value is not JSON data, and where. */
export interface JsonFault {
  readonly path: string;
  readonly problem: string;
  readonly kind: "size" | "depth" | "form";
}

interface JsonBounds {
  readonly maxDepth: number;
  /** Limit on the sum of the lengths of texts, keys and lists, which cheaply estimates the serialized size. */
  readonly maxSize: number;
}

/** The result of measuring a value. */
interface JsonMeasure {
  readonly size: number;
  readonly fault: JsonFault | undefined;
}

interface Place {
  readonly value: unknown;
  readonly depth: number;
  readonly parent: Place | undefined;
  readonly key: string | number | undefined;
}

/**
 * Measures a value and finds the first reason why it is not bounded, acyclic JSON data without prototype keys. Uses its own stack,
 * so that deep values cannot overflow the call stack. Shared references without a cycle are fine.
 */
export function measureJson(value: unknown, bounds: JsonBounds): JsonMeasure {
  const stack: Place[] = [{ value, depth: 0, parent: undefined, key: undefined }];
  let size = 0;
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { value, depth } = place;
    let fault: JsonFault | undefined;
    if (typeof value === "string") size += value.length;
    else if (typeof value === "number") {
      if (!Number.isFinite(value)) fault = faultAt(place, "is not a finite number");
    } else if (typeof value === "object" && value !== null) {
      if (depth >= bounds.maxDepth)
        fault = faultAt(place, `is nested deeper than ${bounds.maxDepth} levels`, "depth");
      else if (isOwnAncestor(place)) fault = faultAt(place, "refers to itself");
      else {
        const keys = Array.isArray(value) ? undefined : Object.keys(value);
        size += keys === undefined ? (value as unknown[]).length + 1 : lengthOf(keys);
        // Content that is too large is not visited: a list may claim a length that does not fit in memory.
        if (size <= bounds.maxSize)
          fault =
            keys === undefined
              ? pushItems(value as unknown[], place, stack) // has no keys: an array
              : pushFields(value, keys, place, stack);
      }
    } else if (value !== null && typeof value !== "boolean" && !isAbsent(place)) {
      fault = faultAt(
        place,
        `is ${value === undefined ? "" : "a "}${typeof value}, which JSON cannot represent`,
      );
    }
    if (size > bounds.maxSize)
      fault ??= faultAt(place, `makes the value larger than ${bounds.maxSize} characters`, "size");
    if (fault !== undefined) return { size, fault };
  }
  return { size, fault: undefined };
}

function lengthOf(keys: readonly string[]): number {
  let length = 1;
  for (const key of keys) length += key.length + 1;
  return length;
}

// A field with the value `undefined` counts as absent. A list has no such fields.
function isAbsent({ value, key }: Place): boolean {
  return value === undefined && typeof key === "string";
}

function pushItems(items: readonly unknown[], parent: Place, stack: Place[]): undefined {
  for (let index = items.length - 1; index >= 0; index--) {
    stack.push({ value: items[index], depth: parent.depth + 1, parent, key: index });
  }
}

function pushFields(
  fields: object,
  keys: readonly string[],
  parent: Place,
  stack: Place[],
): JsonFault | undefined {
  const prototype = Object.getPrototypeOf(fields);
  if (prototype !== Object.prototype && prototype !== null) return faultAt(parent, "is not a plain object");
  if (Object.getOwnPropertySymbols(fields).length > 0)
    return faultAt(parent, "has a symbol as a key, which JSON cannot represent");
  for (const key of keys) {
    const place: Place = {
      value: (fields as Record<string, unknown>)[key], // one of its own keys
      depth: parent.depth + 1,
      parent,
      key,
    };
    if (key === "__proto__")
      return faultAt(place, "is a key that could change prototypes and is never accepted");
    stack.push(place);
  }
  return undefined;
}

function isOwnAncestor(place: Place): boolean {
  for (let above = place.parent; above !== undefined; above = above.parent) {
    if (above.value === place.value) return true;
  }
  return false;
}

function faultAt(place: Place, problem: string, kind: JsonFault["kind"] = "form"): JsonFault {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) {
    keys.unshift(typeof at.key === "number" ? `[${at.key}]` : `.${at.key}`);
  }
  const path = keys.join("").replace(/^\./, "");
  return { path: path.length > 200 ? `${path.slice(0, 200)}…` : path, problem, kind };
}

/** Parses JSON text. Returns `undefined` if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A copy of JSON data, as parsing its text would give. Returns `undefined` if the value is not surely JSON data, such as an instance of
 * a class.
 */
export function copyJson(value: unknown): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  // JSON has no negative zero.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value !== "object" || "toJSON" in value) return undefined;
  if (Array.isArray(value)) return copyItems(value);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>; // an object, by the checks above
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    if (fields[key] === undefined) continue;
    const own = key === "__proto__" ? undefined : copyJson(fields[key]);
    if (own === undefined) return undefined;
    copy[key] = own;
  }
  return copy;
}

function copyItems(items: readonly unknown[]): unknown[] | undefined {
  const copy: unknown[] = [];
  for (const item of items) {
    const own = copyJson(item);
    if (own === undefined) return undefined;
    copy.push(own);
  }
  return copy;
}

/** JSON with sorted keys and no blanks. Equal data gives equal text, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  // Keys are mostly sorted already, and serializing data as it is takes a fraction of the time.
  return (isOrdered(value) ? JSON.stringify(value) : JSON.stringify(value, withSortedKeys)) ?? "null";
}

function isOrdered(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isOrdered);
  let last = "";
  for (const [key, inner] of Object.entries(value)) {
    if (key < last || !isOrdered(inner)) return false;
    last = key;
  }
  return true;
}

function withSortedKeys(_key: string, value: unknown): unknown {
  return isPlainObject(value) ? sorted(value) : value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(fields: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(fields).sort()) result[key] = fields[key];
  return result;
}
