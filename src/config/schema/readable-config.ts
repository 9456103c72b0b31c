import { duration, quantityText, size } from "../../support/quantity.ts";
import { configSchema } from "./config-schema.ts";
import { childOf } from "./schema-parts.ts";

/** A config for people: times and sizes have units. */
export function readableConfig(config: unknown): unknown {
  return readable(config, configSchema);
}

function readable(value: unknown, schema: unknown): unknown {
  const unit = unitOf(schema);
  if (typeof value === "number" && unit !== undefined) return quantityText(value, unit);
  if (Array.isArray(value)) return value.map((item, at) => readable(item, childOf(schema, `${at}`)));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, readable(child, childOf(schema, key))]),
  );
}

/** Whether a setting is a time or a size. Looks through defaults and descriptions of its schema. */
function unitOf(schema: unknown): "time" | "size" | undefined {
  const { def } = (schema ?? {}) as { def?: { in?: unknown; innerType?: unknown; options?: unknown[] } }; // the definition inside a Zod schema
  if (def?.in === duration.def.in) return "time";
  if (def?.in === size.def.in) return "size";
  const [unit] = (def?.options ?? [def?.innerType]).flatMap((inner) =>
    inner === undefined ? [] : (unitOf(inner) ?? []),
  );
  return unit;
}
