const MAX_STEPS = 16;

/** Follows `$ref`s inside one document; what leads outside, nowhere or in a circle is nothing. */
export function createResolver(document: unknown): (value: unknown) => unknown {
  return (value) => {
    let current = value;
    for (let step = 0; step < MAX_STEPS; step++) {
      const reference = referenceOf(current);
      if (reference === undefined) return current;
      current = pick(document, reference);
    }
    return undefined;
  };
}

function referenceOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return undefined;
  return typeof value.$ref === "string" ? value.$ref : "";
}

function pick(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let current = document;
  for (const part of reference.slice(2).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
