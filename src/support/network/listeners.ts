import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountHome } from "../process/account.ts";
import { isAlive } from "../process/process-identity.ts";
import { isOwnAddress } from "./address-reach.ts";

/** The ports on which Dejima itself listens, in this and every other process of the user. */
export interface Listeners {
  /** Announces to all Dejima processes of the user that this one listens on a port. Call the returned function to withdraw it. */
  announce(port: number): () => void;
  /** Whether a connection to this address and port would reach a Dejima process on this machine. */
  holds(address: string, port: number): boolean;
}

interface ListenersOptions {
  /** Where processes announce their ports. The first usable folder is written to; all are read. */
  readonly folders?: readonly string[];
}

const ANNOUNCED = /^(\d{1,5})-(\d+)$/;

/** Creates the registry of listening ports. It accesses the disk only when a door listens or this machine is dialled. */
export function createListeners({ folders = announcementFolders() }: ListenersOptions = {}): Listeners {
  const own = new Map<number, number>();

  function announce(port: number): () => void {
    own.set(port, (own.get(port) ?? 0) + 1);
    const file = writeAnnouncement(folders, port);
    let withdrawn = false;
    return () => {
      if (withdrawn) return;
      withdrawn = true;
      const left = (own.get(port) ?? 1) - 1;
      if (left > 0) own.set(port, left);
      else own.delete(port);
      if (left === 0 && file !== undefined) rmSync(file, { force: true });
    };
  }

  return {
    announce,
    holds: (address, port) => isOwnAddress(address) && (own.has(port) || isAnnounced(folders, port)),
  };
}

/** `/tmp` is the same for all processes of a machine, whatever their environment. */
function announcementFolders(): string[] {
  const shared = process.platform === "win32" ? tmpdir() : "/tmp";
  const home = accountHome();
  return [
    join(shared, `dejima-listeners-${process.getuid?.() ?? -1}`),
    ...(home === undefined ? [] : [join(home, ".local", "state", "dejima", "listeners")]),
  ];
}

function writeAnnouncement(folders: readonly string[], port: number): string | undefined {
  for (const folder of folders) {
    const file = join(folder, `${port}-${process.pid}`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!isOurs(folder)) continue;
      closeSync(openSync(file, "w", 0o600));
      return file;
    } catch {
      // This folder cannot be used. The next one may be.
    }
  }
  return undefined; // this runtime still knows its own ports
}

function isAnnounced(folders: readonly string[], port: number): boolean {
  return folders.some((folder) => announcements(folder).some((one) => one.port === port && isAlive(one.pid)));
}

function announcements(folder: string): { port: number; pid: number }[] {
  try {
    if (!isOurs(folder)) return [];
    return readdirSync(folder).flatMap((name) => {
      const [, port, pid] = ANNOUNCED.exec(name) ?? [];
      return port === undefined ? [] : [{ port: Number(port), pid: Number(pid) }];
    });
  } catch {
    return [];
  }
}

// Anybody can create a folder in `/tmp`. A folder of another user is no evidence about Dejima's ports.
function isOurs(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
}
