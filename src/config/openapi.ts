import { z } from "zod";
import { RISKS } from "../contract/tool.ts";

const risk = z.enum(RISKS);
const named = z.record(z.string(), z.string()).default({});

/** APIs whose operations become tools, by name. The name stands before each tool. */
export const openapi = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,23}$/, {
      error: "must be small letters, digits and underscores, at most 24, beginning with a letter",
    }),
    z.strictObject({
      document: z.string().min(1).describe("The OpenAPI 3 document: a file, or an https address"),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe("Where the API is, when not where the document says"),
      headers: named.describe("Sent with every request; keys best taken from ${A_VARIABLE}"),
      query: named.describe("Added to every address; neither asked about nor logged"),
      operations: z.array(z.string().min(1)).min(1).optional().describe("Only these, by operationId"),
      risk: z
        .union([risk, z.record(z.string(), risk)])
        .optional()
        .describe("The risk of its tools, for all or by operationId (* for the rest)"),
    }),
  )
  .describe("APIs that an OpenAPI document describes, by name");
