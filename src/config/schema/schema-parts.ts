/** The innermost schema, without wrappers such as defaults. The first form of a union. */
export function definitionOf(schema: unknown): Record<string, unknown> | undefined {
  const definition = (schema as { def?: Record<string, unknown> } | undefined)?.def; // the definition inside a Zod schema
  if (definition === undefined) return undefined;
  const options = Array.isArray(definition.options) ? definition.options[0] : undefined;
  const inner = definition.innerType ?? definition.in ?? options;
  return inner === undefined ? definition : definitionOf(inner);
}

/** The schemas of an object's fields, by name. */
export function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  return definitionOf(schema)?.shape as Record<string, unknown> | undefined; // the shape of a Zod object
}

/** The schema of the value at a key or list index. */
export function childOf(schema: unknown, key: string): unknown {
  const definition = definitionOf(schema);
  return shapeOf(schema)?.[key] ?? definition?.valueType ?? definition?.element;
}
