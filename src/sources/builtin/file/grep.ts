import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { workspacePath } from "./workspace-path.ts";

const MAX_MATCHES = 200;
const MAX_LINE_LENGTH = 500;

/** Searches the lines of text files. */
export const grep = defineTool({
  name: "grep",
  aliases: ["search_files", "Grep"],
  summary: "Search the lines of text files inside the workspace by pattern",
  description: `Takes a regular expression in RE2 syntax (no look-around, no back-references), or plain text with \`literal\`. Returns at most \`limit\` lines (${MAX_MATCHES}), or files in mode "files"; lines are cut at ${MAX_LINE_LENGTH} characters around the match. Hidden files are searched; binary files, links, .git and what a .gitignore names are not.`,
  category: "file",
  risk: "low",
  input: () =>
    z.object({
      pattern: z.string().min(1).max(4000).describe("What to look for in each line"),
      path: workspacePath.default(".").describe("A folder or a file; the workspace when left out"),
      glob: z.string().min(1).max(1000).optional().describe('Only these files, such as "*.ts"'),
      mode: z.enum(["content", "files"]).default("content").describe("Matching lines, or only the files"),
      ignoreCase: z.boolean().default(false),
      literal: z.boolean().default(false).describe("Take the pattern as plain text"),
      limit: z.int().min(1).max(10_000).default(MAX_MATCHES).describe("Most lines, or files, to return"),
    }),
  effects: ({ path }) => [{ kind: "file.read", target: path }],
  async run({ pattern, path, glob, mode, ignoreCase, literal, limit }, { files }) {
    const filesOnly = mode === "files";
    const options = { ignoreCase, literal, limit, filesOnly, maxLineLength: MAX_LINE_LENGTH };
    const found = await files.search(path, pattern, glob === undefined ? options : { ...options, glob });
    const { truncated, hidden, ignored, tooLarge } = found;
    const passedOver = { truncated, hidden, ignored, tooLarge };
    return filesOnly
      ? { files: found.files, ...passedOver }
      : { matches: found.hits, files: found.files, ...passedOver };
  },
});
