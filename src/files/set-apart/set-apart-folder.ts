import { copyFile, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type SetApart, setApartSchema } from "../../contract/asking/set-apart.ts";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { makeFolder } from "../../support/paths.ts";

const ID = /^[0-9a-f]{12}$/;

/** The folder of the home that stores the entries and their contents. */
export interface SetApartFolder {
  /** Adds an entry, with its content or with the file itself, which is moved here. */
  add(entry: SetApart, content: Uint8Array | { readonly moveFrom: string }): Promise<void>;
  list(): Promise<SetApart[]>;
  get(id: string): Promise<SetApart>;
  content(id: string): Promise<Buffer>;
  /** Records a person's decision and deletes the content. */
  decide(entry: SetApart): Promise<SetApart>;
}

/** Opens the folder. Nothing is created until something is set apart. */
export function openSetApartFolder(folder: string): SetApartFolder {
  const at = (id: string, name: string) => join(folder, id, name);
  const write = (entry: SetApart) =>
    writeFile(at(entry.id, "entry.json"), `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600 });

  async function get(id: string): Promise<SetApart> {
    if (ID.test(id)) {
      const text = await readFile(at(id, "entry.json"), "utf8").catch(() => undefined);
      if (text !== undefined) return setApartSchema.parse(JSON.parse(text));
    }
    throw new DejimaError(
      "invalid_input",
      `Nothing is set apart as "${id}". \`dejima set-apart list\` shows what is`,
    );
  }

  return {
    get,
    async add(entry, content) {
      await makeFolder(join(folder, entry.id));
      await write(entry);
      if ("moveFrom" in content) await moveHere(content.moveFrom, at(entry.id, "content"));
      else await writeFile(at(entry.id, "content"), content, { mode: 0o600 });
    },
    async list() {
      const ids = (await readdir(folder).catch(() => [])).filter((name) => ID.test(name));
      const entries = await Promise.all(ids.map((id) => get(id).catch(() => undefined)));
      return entries
        .filter((entry) => entry !== undefined)
        .sort((one, other) => one.at.localeCompare(other.at) || one.path.localeCompare(other.path));
    },
    content: (id) => readFile(at(id, "content")),
    async decide(entry) {
      await write(entry);
      await rm(at(entry.id, "content"), { force: true });
      return entry;
    },
  };
}

async function moveHere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw error;
    await copyFile(from, to);
    await rm(from);
  }
}
