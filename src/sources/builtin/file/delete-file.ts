import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { workspacePath } from "./workspace-path.ts";

/** Deletes one file. */
export const deleteFile = defineTool({
  name: "delete_file",
  aliases: ["file_delete", "FileDelete"],
  summary: "Delete one file inside the workspace; its content is kept for undo",
  description: "Deletes a single regular file. Folders are refused. What was deleted can be undone.",
  category: "file",
  risk: "high",
  input: () => z.object({ path: workspacePath.describe("The file to delete") }),
  effects: ({ path }) => [{ kind: "file.delete", target: path }],
  async run({ path }, { files }) {
    await files.delete(path);
    return { deleted: true };
  },
});
