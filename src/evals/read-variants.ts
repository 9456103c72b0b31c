import { z } from "zod";
import { checked, parseData } from "./data-file.ts";
import type { Variant } from "./eval-report.ts";

const rules = z.array(z.string().min(1)).optional();

const variantSchema = z.strictObject({
  model: z.string().min(1).optional(),
  prompt: z.string().min(1).optional(),
  descriptions: z.record(z.string().min(1), z.string().min(1)).optional(),
  policy: z.strictObject({ safe: rules, confirm: rules, deny: rules }).optional(),
});

/** Parses a YAML or JSON file of variants, by their names. */
export function readVariants(text: string, file: string): Variant[] {
  const place = { what: "the variants", file };
  const data = checked(z.record(z.string().min(1), variantSchema), parseData(text, place), place);
  return Object.entries(data).map(([name, variant]) => ({ name, ...variant }));
}
