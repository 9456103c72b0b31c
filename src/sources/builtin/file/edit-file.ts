import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import type { FileAccess } from "../../../contract/file-access.ts";
import { sha256 } from "../../../support/sha256.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { replaceExactly } from "./replace-exactly.ts";
import { decodeContent, detectEncoding, encodeContent } from "./text-encoding.ts";
import { workspacePath } from "./workspace-path.ts";

const MAX_BYTES = 32 << 20;
const ATTEMPTS = 5;

/** Replaces an exact passage of a text file. */
export const editFile = defineTool({
  name: "edit_file",
  summary: "Replace an exact passage of a text file inside the workspace",
  description:
    "`find` must occur exactly once, character for character, blanks included; set `replaceAll` to replace every occurrence. The file keeps its encoding (UTF-8 or marked UTF-16), its line ends and its mode; what was there before can be undone.",
  category: "file",
  risk: "high",
  input: () =>
    z.object({
      path: workspacePath.describe("Path relative to the workspace, or absolute inside an allowed folder"),
      find: z.string().min(1).describe("The passage to replace, exactly as it stands in the file"),
      replace: z.string().describe("What to put in its place; empty to remove it"),
      replaceAll: z.boolean().default(false).describe("Replace every occurrence instead of the only one"),
    }),
  effects: ({ path }) => [
    { kind: "file.read", target: path },
    { kind: "file.write", target: path },
  ],
  async run(input, { files }) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await edit(input, files);
      } catch (error) {
        // Somebody else, perhaps a call beside this one, changed the file since it was read: look at it anew.
        const again = error instanceof DejimaError && error.code === "conflict" && attempt < ATTEMPTS;
        if (!again) throw error;
      }
    }
  },
});

async function edit(
  { path, ...edit }: { path: string; find: string; replace: string; replaceAll: boolean },
  files: FileAccess,
): Promise<{ replacements: number }> {
  const content = await files.read(path, { maxBytes: MAX_BYTES });
  const encoding = detectEncoding(content);
  const { text, replacements } = replaceExactly(decodeContent(content, encoding, path), edit, path);
  await files.write(path, await encodeContent(text, encoding), { expected: sha256(content) });
  return { replacements };
}
