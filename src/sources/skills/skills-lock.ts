import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { replaceFile } from "../../support/disk/replace-file.ts";
import { parseJson } from "../../support/json.ts";
import { makeFolder } from "../../support/paths.ts";
import { takeLock } from "../../support/process/lock-file.ts";
import { fileErrorCode } from "./file-error.ts";
import { createReadingCache } from "./reading-cache.ts";
import { skillContractSchema } from "./skill.ts";

/** Where a skill was installed from. */
export const originSchema = z.object({
  type: z.enum(["folder", "archive", "git", "url", "registry", "created", "found"]),
  /** The source that it was installed from. An update uses it again. */
  location: z.string(),
});

/** The record of a skill: where it came from, and the exact content and rights that a person accepted. */
const recordSchema = z.object({
  hash: z.string(),
  files: z.record(z.string(), z.string()),
  origin: originSchema,
  /** Whether a person accepted this content. */
  accepted: z.boolean(),
  acceptedAt: z.int().optional(),
  contract: skillContractSchema,
  /** What it needed in a trial. If set, its scripts get this, even if it declares more. */
  tried: skillContractSchema.optional(),
  allowedTools: z.array(z.string()).optional(),
});

export const lockedSkillSchema = recordSchema.extend({
  /** The record before, while an update is under way. After a kill it tells what to go back to. */
  replaces: recordSchema.optional(),
});

const lockSchema = z.object({
  version: z.literal(1),
  skills: z.record(z.string(), lockedSkillSchema),
  disabled: z.array(z.string()),
});

/** Where a skill came from. */
export type SkillOrigin = z.infer<typeof originSchema>;
/** The record of one skill. */
export type LockedSkill = z.infer<typeof lockedSkillSchema>;
/** The content of `skills.lock`. */
export type SkillsLockData = z.infer<typeof lockSchema>;

/** The file `skills.lock`. One process changes it at a time, and replaces it in one step. */
export interface SkillsLock {
  /** Returns the same object while the file is unchanged. Do not modify it. */
  read(): Promise<Readonly<SkillsLockData>>;
  /** Calls `edit`, which modifies the data, and saves it. Then calls `finish` before anybody else may change it; if that fails, the change is taken back. */
  change(edit: (data: SkillsLockData) => void | Promise<void>, finish?: () => Promise<void>): Promise<void>;
}

/** Opens the `skills.lock` of a folder. */
export function createSkillsLock(folder: string): SkillsLock {
  const file = join(folder, "skills.lock");
  const cached = createReadingCache<SkillsLockData>(1);
  return {
    read: async () => (existsSync(file) ? cached(file, () => read(file)) : EMPTY),
    async change(edit, finish) {
      await makeFolder(folder);
      await withExclusiveLock(`${file}.busy`, async () => {
        const data = await read(file);
        const before = jsonText(data);
        await edit(data);
        await replaceFile(file, jsonText(data));
        await finish?.().catch(async (error) => {
          await replaceFile(file, before);
          throw error;
        });
      });
    },
  };
}

const jsonText = (data: SkillsLockData): string => `${JSON.stringify(data, undefined, 2)}\n`;

const EMPTY: SkillsLockData = { version: 1, skills: {}, disabled: [] };

async function read(file: string): Promise<SkillsLockData> {
  const text = await readFile(file, "utf8").catch((error) => {
    if (fileErrorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return { version: 1, skills: {}, disabled: [] };
  const parsed = lockSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new DejimaError(
    "io_error",
    `Cannot read "${file}": it is damaged or from a newer version. Move it away and accept your skills again`,
    { file },
  );
}

const WAIT_MS = 10_000;

/** Runs `work` while nobody else, in this or another process, holds the lock file. */
export async function withExclusiveLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + WAIT_MS;
  for (let lock = takeLock(path); ; lock = takeLock(path)) {
    if ("release" in lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (Date.now() > deadline) {
      throw new DejimaError(
        "conflict",
        `Cannot change the skills: process ${lock.heldBy} has been changing them for long. Try again, or remove "${path}"`,
      );
    }
    await delay(5 + Math.random() * 20);
  }
}
