import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { sha256 } from "../../../support/sha256.ts";
import { withoutByteOrderMark } from "../../../text/unseen.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { textPage } from "../text-page.ts";
import { decodeContent, detectEncoding, textEncoding } from "./text-encoding.ts";
import { workspacePath } from "./workspace-path.ts";

const MAX_BYTES = 32 << 20;
const MAX_LINES = 2000;

/** Reads a text file, one page of lines at a time. */
export const readFile = defineTool({
  name: "read_file",
  aliases: ["file_read", "FileRead"],
  summary: "Read a text file inside the workspace, page by page",
  description: `Returns at most ${MAX_LINES} lines; when \`more\` is true, pass \`fromLine\` to read on. Files are UTF-8, or UTF-16 when they are marked so; name another \`encoding\` where needed ("base64" for files that are not text). Files over ${MAX_BYTES >> 20} MiB are refused: use grep on smaller ones, or split them.`,
  category: "file",
  risk: "low",
  cache: { ttlMs: 300_000 },
  input: () =>
    z.object({
      path: workspacePath.describe("Path relative to the workspace, or absolute inside an allowed folder"),
      fromLine: z.int().min(1).default(1).describe("First line to return, counting from 1"),
      maxLines: z.int().min(1).max(MAX_LINES).default(MAX_LINES).describe("Most lines to return"),
      encoding: textEncoding.optional().describe("How the file is encoded"),
    }),
  effects: ({ path }) => [{ kind: "file.read", target: path }],
  async run({ path, fromLine, maxLines, encoding }, { files }) {
    const content = await files.read(path, { maxBytes: MAX_BYTES });
    const text = withoutByteOrderMark(decodeContent(content, encoding ?? detectEncoding(content), path));
    const page = textPage(text, fromLine, encoding === "base64" ? 1 : maxLines);
    if (fromLine > Math.max(1, page.totalLines)) {
      throw new DejimaError(
        "invalid_input",
        `Cannot read "${path}" from line ${fromLine}: it has ${page.totalLines} lines`,
        { path, totalLines: page.totalLines },
      );
    }
    return { ...page, size: content.length, sha256: sha256(content) };
  },
});
