import { z } from "zod";

/**
 * The type of a value that a plan leaves open. `mail` and `link`: one address. `name`: a name or an id, as a result contains
 * it. `text`: any text without a link, an address or an account that the user did not name.
 */
const HOLE_TYPES = ["mail", "link", "name", "text"] as const;

/** An open value of a plan, and the results that it must come from. */
export const holeSchema = z.strictObject({
  $hole: z.enum(HOLE_TYPES).describe("What it may be"),
  from: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("The tool whose results contain it; needed for all but text"),
  where: z
    .record(z.string().max(100), z.union([z.string().max(1000), z.number(), z.boolean()]))
    .optional()
    .describe("Arguments of that tool's call, such as the url of the page"),
  of: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("The name of the one record that contains it, or of the person whose records contain it"),
  startsWith: z.string().min(1).max(200).optional().describe("How it begins; only one value may begin so"),
});

export type Hole = z.infer<typeof holeSchema>;

/** Whether a value of a planned input is left open. Any object with the field `$hole` counts. */
export function isHole(value: unknown): value is Hole {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "$hole");
}

/** One line of a plan as it is submitted. `input` contains fixed and open values. */
export interface PlannedLine {
  readonly tool: string;
  readonly input?: unknown;
  /** How many calls it covers. Default: 1. */
  readonly times?: number;
}

/** The open values of a planned input, each with the name of its argument. */
export function holesOf(input: unknown, argument = ""): { readonly argument: string; readonly hole: Hole }[] {
  if (isHole(input)) return [{ argument, hole: input }];
  if (Array.isArray(input)) return input.flatMap((inner) => holesOf(inner, argument));
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([key, inner]) => holesOf(inner, key));
}
