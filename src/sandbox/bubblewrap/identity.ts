import { statSync, writeFileSync } from "node:fs";
import type { LaunchRequest } from "../driver.ts";
import type { Identity } from "./arguments.ts";

/** The user that owns nothing. */
const NOBODY = 65534;

/** What lets the program use granted files as if it were their owner. */
const FILE_CAPABILITIES = ["CAP_DAC_OVERRIDE", "CAP_FOWNER"];

export interface SettledIdentity extends Identity {
  /** The users and groups of the host that exist inside; all others are nobody there. */
  readonly uids: readonly number[];
  readonly gids: readonly number[];
}

/**
 * Whom a program runs as. An unprivileged caller stays who he is. Root never stays root: the program becomes the owner of
 * its workspace or, where that is root, nobody; its rights over granted files hold inside its own user namespace only,
 * in which the kernel knows just their owners.
 */
export function settleIdentity(request: LaunchRequest): SettledIdentity {
  const own = { uid: process.getuid?.() ?? NOBODY, gid: process.getgid?.() ?? NOBODY };
  if (own.uid !== 0) return { ...own, change: false, capabilities: [], uids: [], gids: [] };
  const owners = request.mounts.map((mount) => statSync(mount.path));
  const home = request.workspace && statSync(request.workspace.path);
  const uid = home?.uid || NOBODY;
  const gid = home?.uid ? home.gid || NOBODY : NOBODY;
  return {
    uid,
    gid,
    change: true,
    capabilities: owners.length === 0 ? [] : FILE_CAPABILITIES,
    uids: [...new Set([0, uid, ...owners.map((owner) => owner.uid)])],
    gids: [...new Set([0, gid, ...owners.map((owner) => owner.gid)])],
  };
}

/** Tells the kernel which users exist in the namespace of a process that waits for it. */
export function writeIdentityMaps(pid: number, identity: SettledIdentity): void {
  const map = (ids: readonly number[]) => ids.map((id) => `${id} ${id} 1\n`).join("");
  writeFileSync(`/proc/${pid}/uid_map`, map(identity.uids));
  writeFileSync(`/proc/${pid}/gid_map`, map(identity.gids));
}
