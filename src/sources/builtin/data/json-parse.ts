import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { parseJsonText } from "./parse-json-text.ts";

/** Turns JSON text into data. */
export const jsonParse = defineTool({
  name: "json_parse",
  summary: "Turn JSON text into structured data",
  description: "Parses JSON text. When it is not valid, the error says where and why.",
  category: "data",
  risk: "low",
  input: () => z.object({ text: z.string().describe("The JSON text") }),
  run: ({ text }) => ({ data: parseJsonText(text, "the text") }),
});
