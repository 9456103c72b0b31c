import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { withoutByteOrderMark } from "../../../text/hidden-characters.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { textPage } from "../text-page.ts";
import { decodeContent, detectEncoding, encodeContent, textEncoding } from "./text-encoding.ts";

/** A path as an input field: relative to the workspace, or absolute inside an allowed folder. */
export const workspacePath = z.string().min(1).max(4096);

const MAX_BYTES = 32 << 20;

const MAX_LINES = 2000;

/** Reads a text file, one page of lines at a time. */
export const readFile = defineTool({
  name: "read_file",
  aliases: ["file_read", "FileRead"],
  summary: "Read a text file inside the workspace, page by page",
  description: `Returns at most ${MAX_LINES} lines; when \`more\` is true, pass \`fromLine\` to read on. Files are read as UTF-8, or as UTF-16 if they start with its byte order mark; pass another \`encoding\` if needed ("base64" for files that are not text). Files over ${MAX_BYTES >> 20} MiB are refused: use grep on smaller ones, or split them.`,
  category: "file",
  risk: "low",
  returns: "{ content: string; totalLines: number; more: boolean; size: number; sha256: string }",
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

/** Writes a whole file. */
export const writeFile = defineTool({
  name: "write_file",
  aliases: ["file_write", "FileWrite"],
  summary: "Write a whole file inside the workspace, new or replacing the old one",
  description:
    "Writes the whole content in one step and creates missing folders. Undoing the call restores the previous content. To change a part of a file, use edit_file.",
  category: "file",
  risk: "high",
  returns: "{ bytesWritten: number }",
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
