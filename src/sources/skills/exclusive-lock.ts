import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { DejimaError } from "../../contract/error.ts";
import { fileErrorCode } from "./file-error.ts";

const WAIT_MS = 10_000;

/** Runs `work` while no other process, and nobody else in this one, holds the lock file. A dead holder's lock is taken over. */
export async function withExclusiveLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const own = `${path}.${randomUUID()}`;
  // Written whole before it is linked into place: nobody ever sees a lock without a holder.
  await writeFile(own, String(process.pid), { mode: 0o600, flag: "wx" });
  try {
    await take(path, own);
  } finally {
    await rm(own, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string, own: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await linked(own, path))) {
    const holder = await holderOf(path);
    if (holder !== undefined && !isAlive(holder)) await takeAway(path, holder);
    else if (Date.now() > deadline) {
      throw new DejimaError(
        "conflict",
        `Cannot change the skills: process ${holder} has been changing them for long; try again, or remove "${path}"`,
      );
    } else await delay(5 + Math.random() * 20);
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function holderOf(path: string): Promise<number | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function isAlive(holder: number): boolean {
  try {
    process.kill(holder, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it means that it lives, under another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Only one of those who saw the dead holder gets the file; one who got a living holder's by mistake puts it back. */
async function takeAway(path: string, dead: number): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await holderOf(aside)) !== dead) await linked(aside, path);
  await rm(aside, { force: true });
}
