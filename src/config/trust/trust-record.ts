import { lstat, mkdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { replaceFile } from "../../support/disk/replace-file.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { truePath } from "../../support/paths.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { stateFolder } from "../places/state-folder.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";

const entrySchema = z.object({
  version: z.literal(1),
  /** The path of the trusted file or folder, with links resolved. */
  path: z.string(),
  /** The SHA-256 of its content at the time of acceptance. */
  sha256: z.string(),
  /** The text of a config. A change is shown against it, and it stays in use until the change is accepted. */
  text: z.string().optional(),
  /** The account that owned it at that time. */
  owner: z.int(),
  at: z.string(),
});

/** What a person accepted, and when. */
type TrustEntry = z.infer<typeof entrySchema>;

/** The configs and folders that this user has accepted. Stored in the user's state folder, one file each, out of reach of projects. */
interface TrustRecord {
  find(path: string): Promise<TrustEntry | undefined>;
  add(path: string, content: { readonly sha256: string; readonly text?: string }): Promise<void>;
}

/** Opens the user's record. Without a home directory nothing is trusted. */
export function trustRecord(variables: EnvironmentVariables): TrustRecord {
  const state = stateFolder(variables);
  const folder = state === undefined ? undefined : join(state, "trust");
  return {
    async find(path) {
      if (folder === undefined || !(await isOwn(folder))) return undefined;
      const found = await readEntry(entryFile(folder, path));
      return found?.path === placeOf(path) ? found : undefined;
    },
    async add(path, content) {
      if (folder === undefined)
        throw new DejimaError(
          "io_error",
          `Cannot remember that "${path}" is trusted: neither HOME nor XDG_STATE_HOME is set`,
        );
      const { uid } = await stat(path);
      const entry: TrustEntry = {
        version: 1,
        path: placeOf(path),
        ...content,
        owner: uid,
        at: new Date().toISOString(),
      };
      await writeEntry(entryFile(folder, path), entry);
    },
  };
}

/** Records a config file with this text as accepted by the user. */
export function trustConfig(variables: EnvironmentVariables, file: string, text: string): Promise<void> {
  return trustRecord(variables).add(file, { sha256: sha256(text), text });
}

/** The file with the trust record of a path. `undefined` without a home directory. */
export function trustFile(variables: EnvironmentVariables, path: string): string | undefined {
  const state = stateFolder(variables);
  return state && entryFile(join(state, "trust"), path);
}

// Links are not followed: trust in a file does not extend to a link to it in another folder.
function placeOf(path: string): string {
  return join(truePath(dirname(path)), basename(path));
}

function entryFile(folder: string, path: string): string {
  return join(folder, `${sha256(placeOf(path))}.json`);
}

// A record that others could have written is ignored.
async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  const user = process.getuid?.();
  if (found === undefined || found.isSymbolicLink()) return false;
  return user === undefined || (found.uid === user && (found.mode & 0o022) === 0);
}

async function readEntry(file: string): Promise<TrustEntry | undefined> {
  if (!(await isOwn(file))) return undefined;
  try {
    return entrySchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined;
  }
}

async function writeEntry(file: string, entry: TrustEntry): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await replaceFile(file, `${JSON.stringify(entry, null, 2)}\n`);
  } catch (cause) {
    const why = `Cannot remember that "${entry.path}" is trusted: ${thrownText(cause)}`;
    throw new DejimaError("io_error", why, {}, { cause });
  }
}
