import { z } from "zod";
import { duration } from "../../../support/quantity.ts";

/** A boolean option. Default: off. */
export const flag = (description: string) => z.boolean().default(false).describe(description);

/** Changes the user's own config instead of the project's. */
export const EVERYWHERE = flag("in your own config, for every folder");

/** Changes the config of the team instead of the project's. */
export const TEAM = flag("in the config of the team, for every machine");

/** An option with a text value. `placeholder` stands for it in the help. */
export const value = (placeholder: string, description: string) =>
  z.string().optional().meta({ value: placeholder, description });

/** An option with one or more text values. */
export const values = (placeholder: string, description: string) =>
  z.array(z.string()).optional().meta({ value: placeholder, description });

/** An option with comma-separated texts. */
export const commaList = (description: string) =>
  z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(z.string().min(1, "write them with a comma between, such as alice,bob")))
    .optional()
    .meta({ value: "names", description });

/** An option with one of several words. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  value: string,
  description: string,
) =>
  z
    .enum(words, `there are ${words.join(", ")}`)
    .optional()
    .meta({ value, description });

interface Range {
  readonly from?: number;
  readonly to?: number;
}

/** An option with a whole number, from 1 unless `from` says otherwise. */
export const wholeNumber = (description: string, range: Range = {}) =>
  whole(range).optional().meta({ value: "n", description });

/** An option with a whole number and a default. */
export const count = (initial: number, description: string, range: Range = {}) =>
  whole(range).default(initial).meta({ value: "n", description });

function whole({ from = 1, to }: Range) {
  const error = `it takes a whole number from ${from}${to === undefined ? "" : ` to ${to}`}`;
  return z.coerce
    .number(error)
    .int(error)
    .min(from, error)
    .max(to ?? Number.MAX_SAFE_INTEGER, error);
}

/** An option with a duration, such as 30d or 12h. Parsed to milliseconds. */
export const timespan = (description: string) => duration.optional().meta({ value: "time", description });

/** The user that a command is about. */
export const USER = z
  .string()
  .min(1)
  .default("local")
  .meta({ value: "name", description: "user (default: you)" });
