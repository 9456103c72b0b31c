import type { CallToolResult } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";

// The protocol's own name; its library is loaded only once there is a server to talk to.
const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";

/**
 * What a call gives back: the text itself where the answer is nothing but one text, else the whole answer, so that images,
 * resources and structured content stay as they came. An answer that says it failed is thrown, with its content as details.
 */
export function resultOutput(
  result: CallToolResult,
  { server, tool }: { server: string; tool: string },
): unknown {
  const { content = [], structuredContent, isError } = result;
  const _meta = ownMeta(result);
  if (isError === true) {
    const said = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    throw new DejimaError(
      "exit_nonzero",
      said === "" ? `"${tool}" of "${server}" failed without a word` : said,
      {
        server,
        tool,
        content,
        ...(structuredContent === undefined ? {} : { structuredContent }),
      },
    );
  }
  const [only] = content;
  const plain =
    content.length === 1 &&
    only?.type === "text" &&
    only.annotations === undefined &&
    only._meta === undefined;
  if (plain && structuredContent === undefined && _meta === undefined) return only.text;
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}

/** What the server adds to an answer, but for who it is: that is known. */
function ownMeta({ _meta = {} }: CallToolResult): CallToolResult["_meta"] {
  const { [SERVER_INFO_KEY]: _who, ...rest } = _meta;
  return Object.keys(rest).length === 0 ? undefined : rest;
}
