import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { LOCAL_USER, type WorkFolderOf } from "../../contract/run.ts";
import { truePath } from "../../support/paths.ts";

/** The folder in the workspace that contains the work folders. */
export const WORK_FOLDERS = "conversations";

/** A folder in the workspace for each conversation, and one for each user's runs outside conversations. */
export interface WorkFolders {
  of(run: WorkFolderOf): string;
  /** Creates the folder if it does not exist. Only the owner of the process can open it. */
  open(run: WorkFolderOf): string;
  /** Deletes the folder of a conversation with everything in it. */
  remove(conversation: string): Promise<void>;
}

/** Creates the work folders of a workspace. The same conversation has the same folder on every machine that mounts the workspace. */
export function createWorkFolders(workspace: string): WorkFolders {
  const root = join(workspace, WORK_FOLDERS);
  const of = ({ conversation, user = LOCAL_USER }: WorkFolderOf): string =>
    join(
      root,
      conversation === undefined ? folderName("user", user) : folderName("conversation", conversation),
    );
  return {
    of,
    open(run) {
      const folder = of(run);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // A link would lead the run into another folder.
      if (lstatSync(folder).isDirectory() && truePath(folder) === folder) return folder;
      throw new DejimaError("path_blocked", `Cannot work in "${folder}": it is a link, not a folder`);
    },
    remove: (conversation) => rm(of({ conversation }), { recursive: true, force: true }),
  };
}

/**
 * The name of a folder for an id that a caller may have chosen: readable, and different for different ids, also where the disk
 * ignores case.
 */
function folderName(kind: "user" | "conversation", id: string): string {
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  const hash = createHash("sha256").update(`${kind}:${id}`).digest("hex").slice(0, 32);
  return readable === "" ? hash : `${readable}-${hash}`;
}
