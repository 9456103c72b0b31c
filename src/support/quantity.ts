import { z } from "zod";

const UNITS_OF_TIME: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const UNITS_OF_SIZE: Readonly<Record<string, number>> = { b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** A time: text such as "30s" or "90d", or a number of milliseconds. */
export const duration = quantity(
  /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/,
  UNITS_OF_TIME,
  'a time such as "30s", "10m", "12h" or "90d"',
);

/** Bytes, or text such as "512m" or "10mb". */
export const size = quantity(
  /^(\d+(?:\.\d+)?)\s*(b|k|m|g)(?:i?b)?$/,
  UNITS_OF_SIZE,
  'a size such as "512m" or "10mb"',
);

/** A time or a size as a person would write it, in the largest unit that leaves a whole number. */
export function quantityText(value: number, kind: "time" | "size"): string | number {
  const units = Object.entries(kind === "time" ? UNITS_OF_TIME : UNITS_OF_SIZE).toReversed();
  const [name, factor] = units.find(([, each]) => value >= each && value % each === 0) ?? [];
  return name === undefined || factor === undefined || factor === 1 ? value : `${value / factor}${name}`;
}

function quantity(form: RegExp, units: Readonly<Record<string, number>>, expected: string) {
  const error = `must be ${expected}`;
  return z
    .union([z.number().positive({ error }), z.string()], { error })
    .meta({ description: expected })
    .transform((value, context) => {
      if (typeof value === "number") return Math.round(value);
      const [, amount, unit] = form.exec(value.trim().toLowerCase()) ?? [];
      const factor = units[unit ?? ""];
      if (amount !== undefined && factor !== undefined && Number(amount) > 0)
        return Math.round(Number(amount) * factor);
      context.addIssue({ code: "custom", message: error });
      return z.NEVER;
    });
}
