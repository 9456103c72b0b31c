import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";
import { workspacePath } from "./workspace-path.ts";

/** Says whether a file exists, and how large and how old it is. */
export const getFileInfo = defineTool({
  name: "get_file_info",
  aliases: ["file_info"],
  summary: "Tell whether a file or folder exists, its size, type and time of change",
  description: "`modified` is in milliseconds since 1970. A path where nothing is gives `exists: false`.",
  category: "file",
  risk: "low",
  input: () => z.object({ path: workspacePath.describe("The file or folder to look at") }),
  effects: ({ path }) => [{ kind: "file.read", target: path }],
  async run({ path }, { files }) {
    const info = await files.info(path);
    if (info === undefined) return { exists: false, size: 0, modified: 0, type: "none" };
    return { exists: true, size: info.size, modified: info.modified, type: info.type };
  },
});
