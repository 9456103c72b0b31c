import { type DescriptionFinding, scanDescription } from "../../../scan/scan-description.ts";
import type { ToolDefinition } from "../definition/tool-definition.ts";

/** What is shown of a definition that is nothing but findings. */
const MAX_FINDINGS = 20;

/** Looks for orders to the model and hidden characters in everything of a definition that a model would read. */
export function scanDefinition(definition: ToolDefinition): DescriptionFinding[] {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  const texts = [
    name,
    title,
    description,
    annotations?.title,
    ...stringsIn(inputSchema),
    ...stringsIn(outputSchema),
  ];
  const seen = new Set(texts.filter((text) => text !== undefined));
  return [...seen].flatMap(scanDescription).slice(0, MAX_FINDINGS);
}

/** Every text of a schema that a model would be shown: descriptions, names, defaults. */
function* stringsIn(value: unknown, depth = 0): Iterable<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null && depth < 64) {
    for (const [key, held] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* stringsIn(held, depth + 1);
    }
  }
}
