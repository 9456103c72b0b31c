import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { workspacePath } from "./workspace-path.ts";

/** Moves or renames one file. */
export const moveFile = defineTool({
  name: "move_file",
  aliases: ["file_move", "rename_file"],
  summary: "Move or rename one file inside the workspace; never overwrites",
  description:
    "Moves a single regular file to a path where nothing is yet, and makes the folders that are missing. Folders are refused. The move can be undone.",
  category: "file",
  risk: "high",
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
  async run({ from, to }, { files }) {
    await files.move(from, to);
    return { success: true };
  },
});
