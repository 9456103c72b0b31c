import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { encodeContent, textEncoding } from "./text-encoding.ts";
import { workspacePath } from "./workspace-path.ts";

/** Writes a whole file. */
export const writeFile = defineTool({
  name: "write_file",
  aliases: ["file_write", "FileWrite"],
  summary: "Write a whole file inside the workspace, new or in place of the old",
  description:
    "Writes the whole content in one step and makes the folders that are missing. What was there before is kept and can be undone. To change a part of a file, use edit_file.",
  category: "file",
  risk: "high",
  input: () =>
    z.object({
      path: workspacePath.describe("Path relative to the workspace, or absolute inside an allowed folder"),
      content: z.string().describe('The whole new content; Base64 when encoding is "base64"'),
      encoding: textEncoding.default("utf-8").describe("How to store the content"),
    }),
  effects: ({ path }) => [{ kind: "file.write", target: path }],
  async run({ path, content, encoding }, { files }) {
    const bytes = await encodeContent(content, encoding);
    await files.write(path, bytes);
    return { bytesWritten: bytes.length };
  },
});
