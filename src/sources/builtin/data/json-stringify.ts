import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";

/** Turns data into JSON text. */
export const jsonStringify = defineTool({
  name: "json_stringify",
  summary: "Turn structured data into JSON text",
  description: "Serialises data as JSON, on one line or, with `pretty`, indented by two blanks.",
  category: "data",
  risk: "low",
  input: () =>
    z.object({
      data: z.unknown().describe("Any JSON data"),
      pretty: z.boolean().default(false).describe("Indent it for people"),
    }),
  run: ({ data, pretty }) => ({ text: JSON.stringify(data ?? null, null, pretty ? 2 : undefined) }),
});
