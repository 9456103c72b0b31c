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
        .describe("The price of a call; with `header`, the maximum price"),
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

/** A web search provider and its credentials. */
const searchProvider = z.strictObject({
  provider: z
    .enum(["tavily", "google", "bing", "duckduckgo", "brave", "searxng"])
    .describe("The search service to use"),
  apiKey: z.string().optional().describe("Key of the provider, best taken from ${A_VARIABLE}"),
  engineId: z.string().optional().describe("The id of a Google search engine (cx)"),
  url: z
    .string()
    .optional()
    .describe("The address of a searxng instance, or another one than the provider's"),
});

/** Search of the web. */
export const webSearch = z.strictObject({
  ...searchProvider.shape,
  maxResults: z.int().min(1).max(50).default(10).describe("How many results to ask for"),
  fallback: z.array(searchProvider).default([]).describe("Asked in this order when the first one fails"),
});
