import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";

/** Encodes text as Base64. */
export const base64Encode = defineTool({
  name: "base64_encode",
  summary: "Encode text as Base64, standard or URL-safe",
  description: "Encodes the UTF-8 bytes of a text as Base64.",
  category: "data",
  risk: "low",
  input: () =>
    z.object({
      text: z.string(),
      urlSafe: z.boolean().default(false).describe("Use - and _ and no padding"),
    }),
  run: ({ text, urlSafe }) => ({ encoded: Buffer.from(text).toString(urlSafe ? "base64url" : "base64") }),
});
