import { DejimaError } from "../../contract/error.ts";

/** The value of an option that takes a whole number from 1. */
export function wholeNumber(option: string, given: unknown, otherwise: number): number {
  const number = Number(given ?? otherwise);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new DejimaError("invalid_input", `Cannot use --${option} "${given}": it takes a whole number from 1`);
}
