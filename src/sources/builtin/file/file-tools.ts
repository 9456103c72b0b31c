import { z } from "zod";
import type { Tool } from "../../../contract/tool.ts";
import { defined } from "../../../support/defined.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { editFile } from "./edit-file.ts";
import { readFile, workspacePath, writeFile } from "./read-and-write-file.ts";

const MAX_ENTRIES = 1000;

/** Lists a folder or a tree. */
export const listFiles = defineTool({
  name: "list_files",
  aliases: ["list_dir", "list_directory", "ListDir"],
  summary: "List files and folders inside the workspace, optionally by a glob",
  description: `Returns path, type, size and time of change of each entry, at most ${MAX_ENTRIES} unless \`limit\` says otherwise; \`truncated\` is true when there are more. Links are not followed. Entries whose names suggest secrets, or are not UTF-8, are left out and counted in \`hidden\`.`,
  category: "file",
  risk: "low",
  returns: "{ files: { path: string; type: string; size: number; modified: number }[]; truncated: boolean }",
  input: () =>
    z.object({
      path: workspacePath.default(".").describe("The folder. Default: the workspace"),
      recursive: z.boolean().optional().describe('Whole tree; implied by a pattern with "/" or "**"'),
      pattern: z.string().min(1).max(1000).optional().describe('A glob such as "*.ts" or "src/**/*.{js,ts}"'),
      limit: z.int().min(1).max(10_000).default(MAX_ENTRIES).describe("Most entries to return"),
    }),
  effects: ({ path }) => [{ kind: "file.read", target: path }],
  run: ({ path, recursive, pattern, limit }, { files }) =>
    files.list(path, {
      recursive: recursive ?? /\/|\*\*/.test(pattern ?? ""),
      limit,
      ...defined({ pattern }),
    }),
});

const MAX_MATCHES = 200;

const MAX_LINE_LENGTH = 500;

/** Searches the lines of text files. */
export const grep = defineTool({
  name: "grep",
  aliases: ["search_files", "Grep"],
  summary: "Search the lines of text files inside the workspace by pattern",
  description: `Takes a regular expression in RE2 syntax (no look-around, no back-references), or plain text with \`literal\`. Returns at most \`limit\` lines (${MAX_MATCHES}), or files in mode "files"; lines are cut at ${MAX_LINE_LENGTH} characters around the match. Hidden files are searched; binary files, links, .git and files that a .gitignore excludes are not.`,
  category: "file",
  risk: "low",
  returns:
    "{ matches?: { path: string; line: number; text: string }[]; files: string[]; truncated: boolean }",
  input: () =>
    z.object({
      pattern: z.string().min(1).max(4000).describe("What to look for in each line"),
      path: workspacePath.default(".").describe("A folder or a file. Default: the workspace"),
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
    const skipped = { truncated, hidden, ignored, tooLarge };
    return filesOnly
      ? { files: found.files, ...skipped }
      : { matches: found.hits, files: found.files, ...skipped };
  },
});

/** Tells whether a file exists, its size and its time of change. */
export const getFileInfo = defineTool({
  name: "get_file_info",
  aliases: ["file_info"],
  summary: "Tell whether a file or folder exists, its size, type and time of change",
  description:
    "`modified` is in milliseconds since 1970. For a path that does not exist it returns `exists: false`.",
  category: "file",
  risk: "low",
  returns: "{ exists: boolean; size: number; modified: number; type: string }",
  input: () => z.object({ path: workspacePath.describe("The file or folder to look at") }),
  effects: ({ path }) => [{ kind: "file.read", target: path }],
  async run({ path }, { files }) {
    const info = await files.info(path);
    if (info === undefined) return { exists: false, size: 0, modified: 0, type: "none" };
    return { exists: true, size: info.size, modified: info.modified, type: info.type };
  },
});

/** Moves or renames one file. */
export const moveFile = defineTool({
  name: "move_file",
  aliases: ["file_move", "rename_file"],
  summary: "Move or rename one file inside the workspace; never overwrites",
  description:
    "Moves a single regular file to a path that does not exist yet, and creates missing folders. Folders are refused. The move can be undone.",
  category: "file",
  risk: "high",
  returns: "{ success: boolean }",
  input: () =>
    z.object({
      from: workspacePath.describe("The file to move"),
      to: workspacePath.describe("Its new path, name included"),
    }),
  effects: ({ from, to }) => [
    { kind: "file.read", target: from },
    { kind: "file.delete", target: from },
    { kind: "file.write", target: to },
  ],
  question: async ({ from, to }) => ({ en: `Move ${from} to ${to}?`, zh: `把 ${from} 移到 ${to}？` }),
  consequence: {
    en: "Moves one file and overwrites none; this can be undone.",
    zh: "会移动一个文件，不覆盖任何文件，可以撤销。",
  },
  async run({ from, to }, { files }) {
    await files.move(from, to);
    return { success: true };
  },
});

/** Deletes one file. */
export const deleteFile = defineTool({
  name: "delete_file",
  aliases: ["file_delete", "FileDelete"],
  summary: "Delete one file inside the workspace; its content is kept for undo",
  description: "Deletes a single regular file. Folders are refused. Undoing the call restores the file.",
  category: "file",
  risk: "high",
  returns: "{ deleted: boolean }",
  input: () => z.object({ path: workspacePath.describe("The file to delete") }),
  effects: ({ path }) => [{ kind: "file.delete", target: path }],
  async run({ path }, { files }) {
    await files.delete(path);
    return { deleted: true };
  },
});

/** The tools of the file family. */
export const fileTools: readonly Tool[] = [
  readFile,
  writeFile,
  editFile,
  listFiles,
  deleteFile,
  moveFile,
  getFileInfo,
  grep,
];
