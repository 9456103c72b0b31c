import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { Tool } from "../../../contract/tool.ts";
import { trimEndOf } from "../../../text/text-end.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { jsonQuery, parseJsonText } from "./json-query.ts";

/** Turns JSON text into data. */
const jsonParse = defineTool({
  name: "json_parse",
  summary: "Turn JSON text into structured data",
  description: "Parses JSON text. When it is not valid, the error says where and why.",
  category: "data",
  risk: "low",
  input: () => z.object({ text: z.string().describe("The JSON text") }),
  run: ({ text }) => ({ data: parseJsonText(text, "the text") }),
});

/** Turns data into JSON text. */
const jsonStringify = defineTool({
  name: "json_stringify",
  summary: "Turn structured data into JSON text",
  description: "Serialises data as JSON, on one line or, with `pretty`, indented by two spaces.",
  category: "data",
  risk: "low",
  input: () =>
    z.object({
      data: z.unknown().describe("Any JSON data"),
      pretty: z.boolean().default(false).describe("Indent it for reading"),
    }),
  run: ({ data, pretty }) => ({ text: JSON.stringify(data ?? null, null, pretty ? 2 : undefined) }),
});

/** Encodes text as Base64. */
const base64Encode = defineTool({
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

/** Decodes Base64 that contains UTF-8 text. */
const base64Decode = defineTool({
  name: "base64_decode",
  summary: "Decode Base64, standard or URL-safe, into text",
  description:
    "Decodes Base64 into UTF-8 text. Content that is not text is refused instead of being garbled.",
  category: "data",
  risk: "low",
  input: () => z.object({ encoded: z.string() }),
  run({ encoded }) {
    const compact = encoded.replaceAll(/\s/g, "");
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact) || trimEndOf(compact, /=/).length % 4 === 1) {
      throw new DejimaError("invalid_input", "Cannot decode: the text is not Base64");
    }
    try {
      return { decoded: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(compact, "base64")) };
    } catch {
      throw new DejimaError("invalid_input", "Cannot decode into text: the content is not UTF-8");
    }
  },
});

/** The tools of the data family. */
export const dataTools: readonly Tool[] = [jsonParse, jsonStringify, jsonQuery, base64Encode, base64Decode];
