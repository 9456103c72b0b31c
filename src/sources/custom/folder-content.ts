import { readdir, readFile, readlink, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/lazy-crypto.ts";

/** The content of a folder of tool files, so that a person can accept exactly that and see later changes. */
export interface FolderContent {
  /** Changes with every file, link and name below the folder. */
  readonly sha256: string;
  /** Every file with its text. Long, binary and installed files only with their hash. */
  readonly text: string;
}

const MAX_SHOWN_LENGTH = 100_000;

/** Reads the whole folder: a tool file may import any other file beside or below it. */
export async function readFolderContent(folder: string): Promise<FolderContent> {
  const hashes: string[] = [];
  const texts: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { entry, path } of files) {
    const name = path.slice(folder.length + 1);
    const content = entry.isSymbolicLink()
      ? await readLink(path, folder)
      : entry.isFile()
        ? await readFile(path)
        : Buffer.from("neither a file nor a link");
    const line = `${JSON.stringify(name)} ${entry.isFile() ? "file" : "other"} ${sha256(content)}`;
    hashes.push(line);
    texts.push(`=== ${line}`, ...(isShown(name, content) ? [content.toString("utf8")] : []));
  }
  return { sha256: sha256(hashes.join("\n")), text: texts.join("\n") };
}

// A file behind a link counts as content. A linked folder elsewhere could change unseen, so it is refused.
async function readLink(path: string, folder: string): Promise<Buffer> {
  const linkText = `a link to ${await readlink(path)}\n`;
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined || target.startsWith(`${await realpath(folder)}/`)) return Buffer.from(linkText);
  if ((await stat(target)).isFile()) return Buffer.concat([Buffer.from(linkText), await readFile(target)]);
  throw new DejimaError(
    "invalid_input",
    `Cannot trust the tool files of "${folder}": "${path}" is a link to "${target}", which is outside the folder. Copy the needed files into it`,
    { folder, path },
  );
}

function isShown(name: string, content: Buffer): boolean {
  return (
    content.length <= MAX_SHOWN_LENGTH && !content.includes(0) && !name.split("/").includes("node_modules")
  );
}
