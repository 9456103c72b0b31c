import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DejimaError } from "../../../contract/error.ts";
import { takeLock } from "../../../support/lock-file.ts";
import type { CredentialStore } from "./credentials.ts";

/** How often it is tried to be the only one, and for how long. */
const TRY_MS = 20;
const GIVE_UP_MS = 60_000;

/** Keeps credentials as one file per server that nobody but its owner can read, in a folder that nobody else can enter. */
export function createCredentialFiles(folder: string): CredentialStore {
  const fileOf = (server: string) => join(folder, `${server.replaceAll(/[^\w.-]/g, "_")}.json`);
  let count = 0;
  async function makeFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
  return {
    async alone(name, work) {
      await makeFolder();
      const release = await lock(`${fileOf(name)}.lock`);
      try {
        return await work();
      } finally {
        release();
      }
    },
    async read(server) {
      try {
        return JSON.parse(await readFile(fileOf(server), "utf8"));
      } catch (error) {
        if (error instanceof SyntaxError || isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(server, credentials) {
      await makeFolder();
      count++;
      const beside = `${fileOf(server)}.${process.pid}-${count}`;
      await writeFile(beside, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" });
      await rename(beside, fileOf(server));
    },
    async delete(server) {
      try {
        await rm(fileOf(server));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
  };
}

/** The lock of a process that has ended is nobody's. */
async function lock(path: string): Promise<() => void> {
  for (let waited = 0; ; waited += TRY_MS) {
    const taken = takeLock(path);
    if ("release" in taken) return taken.release;
    if (waited >= GIVE_UP_MS)
      throw new DejimaError(
        "conflict",
        `Cannot change credentials: process ${taken.heldBy} holds "${path}". End it, or remove that file`,
      );
    await delay(TRY_MS);
  }
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
