import { z } from "zod";

/** The name of an environment variable, as an input field. */
export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must be a variable's name: letters, digits and underscores")
  .describe("Name of the variable");
