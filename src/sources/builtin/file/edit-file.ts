import { z } from "zod";
import type { FileAccess } from "../../../contract/data/file-access.ts";
import { DejimaError } from "../../../contract/error.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { workspacePath } from "./read-and-write-file.ts";
import { decodeContent, detectEncoding, encodeContent } from "./text-encoding.ts";

const MAX_BYTES = 32 << 20;

const ATTEMPTS = 5;

/** Replaces an exact passage of a text file. */
export const editFile = defineTool({
  name: "edit_file",
  summary: "Replace an exact passage of a text file inside the workspace",
  description:
    "`find` must occur exactly once, character for character, spaces included; set `replaceAll` to replace every occurrence. The file keeps its encoding (UTF-8 or marked UTF-16), its line ends and its mode; undoing the call restores the previous content.",
  category: "file",
  risk: "high",
  returns: "{ replacements: number }",
  input: () =>
    z.object({
      path: workspacePath.describe("Path relative to the workspace, or absolute inside an allowed folder"),
      find: z.string().min(1).describe("The passage to replace, exactly as in the file"),
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
        // Another call or program changed the file after it was read: read it again.
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

const SHOWN_LINES = 5;

interface Replacement {
  readonly find: string;
  readonly replace: string;
  readonly replaceAll: boolean;
}

/**
 * Replaces the only occurrence of a passage, or all of them. In a file with Windows line ends, a passage written with plain
 * ones matches too, and the replacement gets Windows line ends.
 */
function replaceExactly(
  text: string,
  { find, replace, replaceAll }: Replacement,
  path: string,
): { text: string; replacements: number } {
  const refuse = (why: string) => new DejimaError("invalid_input", `Cannot edit "${path}": ${why}`, { path });
  if (find === replace) throw refuse('"find" and "replace" are the same, so nothing would change');
  const windows = !text.includes(find) && text.includes("\r\n") && !find.includes("\r");
  const wanted = windows ? find.replaceAll("\n", "\r\n") : find;
  const replacement = windows ? replace.replaceAll(/\r?\n/g, "\r\n") : replace;
  const places = occurrences(text, wanted);
  if (places.length === 0) throw refuse(`"find" does not occur in it (0 matches). ${hint(text, find)}`);
  if (places.length > 1 && !replaceAll) {
    const lines = places.slice(0, SHOWN_LINES).map((place) => lineAt(text, place));
    const rest = places.length > SHOWN_LINES ? " and more" : "";
    throw refuse(
      `"find" occurs ${places.length} times (lines ${lines.join(", ")}${rest}). Add lines around it until it is the only one, or set replaceAll`,
    );
  }
  return { text: text.split(wanted).join(replacement), replacements: places.length };
}

function occurrences(text: string, find: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + find.length)) places.push(at);
  return places;
}

function hint(text: string, find: string): string {
  const wanted = find.trim().split(/\r?\n/)[0]?.trim() ?? "";
  const near = wanted === "" ? -1 : text.indexOf(wanted);
  return near === -1
    ? "Read the file and copy the passage from it"
    : `Its first line occurs in line ${lineAt(text, near)}: compare spaces and line breaks there`;
}

function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < place; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
