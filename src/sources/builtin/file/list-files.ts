import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { workspacePath } from "./workspace-path.ts";

const MAX_ENTRIES = 1000;

/** Lists a folder or a tree. */
export const listFiles = defineTool({
  name: "list_files",
  aliases: ["list_dir", "list_directory", "ListDir"],
  summary: "List files and folders inside the workspace, with a glob if wanted",
  description: `Returns path, type, size and time of change of each entry, at most ${MAX_ENTRIES} unless \`limit\` says otherwise; \`truncated\` tells that there are more. Links are not followed. Entries whose names say that they hold secrets, or are no UTF-8, are left out and counted in \`hidden\`.`,
  category: "file",
  risk: "low",
  input: () =>
    z.object({
      path: workspacePath.default(".").describe("The folder; the workspace when left out"),
      recursive: z.boolean().optional().describe('Whole tree; implied by a pattern with "/" or "**"'),
      pattern: z.string().min(1).max(1000).optional().describe('A glob such as "*.ts" or "src/**/*.{js,ts}"'),
      limit: z.int().min(1).max(10_000).default(MAX_ENTRIES).describe("Most entries to return"),
    }),
  effects: ({ path }) => [{ kind: "file.read", target: path }],
  run: ({ path, recursive, pattern, limit }, { files }) =>
    files.list(path, {
      recursive: recursive ?? /\/|\*\*/.test(pattern ?? ""),
      limit,
      ...(pattern === undefined ? {} : { pattern }),
    }),
});
