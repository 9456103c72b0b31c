import { z } from "zod";
import { ROLES } from "../../contract/flow.ts";

const words = z.string().min(1).max(200);

/** What arguments of tools are for. */
export const toolRoles = z
  .record(words, z.record(words, z.enum(ROLES)))
  .default({})
  .describe(
    "What arguments of tools are for, by tool and argument: destination, authority, content, code or inert",
  );

/** What calls of tools cost. */
export const toolPrices = z
  .record(
    z.string().regex(/^\S{1,200}$/, "must be a tool, api:NAME or mcp:SERVER"),
    z.strictObject({
      amount: z
        .number()
        .min(0)
        .max(1_000_000)
        .describe("What a call costs; with `header`, the most that it may cost"),
      header: z
        .string()
        .regex(/^[\w-]{1,100}$/, "must be the name of a header")
        .toLowerCase()
        .optional()
        .describe("The header of the answer that names the price of the call"),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, "must be a code of three letters, such as EUR")
        .default("USD"),
      rate: z
        .number()
        .positive()
        .max(1_000_000)
        .optional()
        .describe(
          "US dollars for one unit of the currency; without it, the cost in another currency is unknown",
        ),
    }),
  )
  .default({})
  .describe(
    "What calls of tools cost, by tool, api:NAME or mcp:SERVER. It is counted and limited like the cost of models",
  );
