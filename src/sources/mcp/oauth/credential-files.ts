import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CredentialShelf } from "./credentials.ts";

/** Keeps credentials as one file per server that nobody but its owner can read, in a folder that nobody else can enter. */
export function createCredentialFiles(folder: string): CredentialShelf {
  const fileOf = (server: string) => join(folder, `${server.replaceAll(/[^\w.-]/g, "_")}.json`);
  let count = 0;
  return {
    async read(server) {
      try {
        return JSON.parse(await readFile(fileOf(server), "utf8"));
      } catch (error) {
        if (error instanceof SyntaxError || isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(server, credentials) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
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

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
