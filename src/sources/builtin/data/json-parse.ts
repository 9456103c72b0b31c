import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { defineTool } from "../../../tool/define-tool.ts";

/** Turns JSON text into data. */
export const jsonParse = defineTool({
  name: "json_parse",
  summary: "Turn JSON text into structured data",
  description: "Parses JSON text. When it is not valid, the error says where and why.",
  category: "data",
  risk: "low",
  input: z.object({ text: z.string().describe("The JSON text") }),
  run({ text }) {
    try {
      return { data: JSON.parse(text) };
    } catch (cause) {
      throw new DejimaError(
        "invalid_input",
        `Cannot parse the text as JSON: ${cause instanceof Error ? cause.message : cause}`,
      );
    }
  },
});
