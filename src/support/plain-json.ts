/** What keeps a value from being JSON data, and where. */
export interface JsonFault {
  readonly path: string;
  readonly problem: string;
}

export interface JsonBounds {
  readonly maxDepth: number;
  /** Bound on the sum of string lengths and entries, a cheap stand-in for the size of the serialised form. */
  readonly maxSize: number;
}

interface Place {
  readonly value: unknown;
  readonly depth: number;
  readonly parent: Place | undefined;
  readonly key: string | number | undefined;
}

/**
 * Finds the first reason why `value` is not bounded, acyclic JSON data without prototype keys. Walks with its own stack,
 * so that depth cannot overflow ours; shared references that are no cycle pass.
 */
export function findJsonFault(value: unknown, bounds: JsonBounds): JsonFault | undefined {
  const stack: Place[] = [{ value, depth: 0, parent: undefined, key: undefined }];
  let size = 0;
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { value, depth } = place;
    if (typeof value === "string") size += value.length;
    else if (typeof value === "number") {
      if (!Number.isFinite(value)) return fault(place, "is not a finite number");
    } else if (typeof value === "object" && value !== null) {
      if (depth >= bounds.maxDepth) return fault(place, `is nested deeper than ${bounds.maxDepth} levels`);
      if (isOwnAncestor(place)) return fault(place, "refers to itself");
      const problem = Array.isArray(value) ? pushItems(value, place, stack) : pushFields(value, place, stack);
      if (problem !== undefined) return problem;
      size += stack.length === 0 ? 0 : 1;
    } else if (value !== null && typeof value !== "boolean" && !(value === undefined && depth === 1)) {
      return fault(place, `is a ${typeof value}, which JSON cannot hold`);
    }
    if (size > bounds.maxSize)
      return fault(place, `makes the value larger than ${bounds.maxSize} characters`);
  }
  return undefined;
}

function pushItems(items: readonly unknown[], parent: Place, stack: Place[]): JsonFault | undefined {
  for (let index = items.length - 1; index >= 0; index--) {
    stack.push({ value: items[index], depth: parent.depth + 1, parent, key: index });
  }
  return undefined;
}

function pushFields(fields: object, parent: Place, stack: Place[]): JsonFault | undefined {
  const prototype = Object.getPrototypeOf(fields);
  if (prototype !== Object.prototype && prototype !== null) {
    return fault(parent, "is not a plain object");
  }
  for (const key of Object.keys(fields)) {
    const place: Place = {
      value: (fields as Record<string, unknown>)[key],
      depth: parent.depth + 1,
      parent,
      key,
    };
    if (key === "__proto__")
      return fault(place, "is a key that could change prototypes and is never accepted");
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

function fault(place: Place, problem: string): JsonFault {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) {
    keys.unshift(typeof at.key === "number" ? `[${at.key}]` : `.${at.key}`);
  }
  const path = keys.join("").replace(/^\./, "");
  return { path: path.length > 200 ? `${path.slice(0, 200)}…` : path, problem };
}
