import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { trimEndOf } from "../../../text/trim-end.ts";
import { defineTool } from "../../../tool/define-tool.ts";

/** Decodes Base64 that holds UTF-8 text. */
export const base64Decode = defineTool({
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
