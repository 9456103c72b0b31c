import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { makeFolder } from "../../support/make-folder.ts";
import { skillContractSchema } from "./skill.ts";
import { fileErrorCode } from "./file-error.ts";
import { keepReadings } from "./reading-cache.ts";
import { withExclusiveLock } from "./exclusive-lock.ts";

const originSchema = z.object({
  type: z.enum(["folder", "archive", "git", "url", "registry", "created", "found"]),
  /** Where it was taken from; an update takes it from there again. */
  location: z.string(),
});

/** What is known of a skill: where it came from, and exactly which content a person accepted with which rights. */
const lockedSkillSchema = z.object({
  hash: z.string(),
  files: z.record(z.string(), z.string()),
  origin: originSchema,
  /** Whether a person accepted this content. */
  accepted: z.boolean(),
  acceptedAt: z.int().optional(),
  contract: skillContractSchema,
  allowedTools: z.array(z.string()).optional(),
});

const lockSchema = z.object({
  version: z.literal(1),
  skills: z.record(z.string(), lockedSkillSchema),
  disabled: z.array(z.string()),
});

export type SkillOrigin = z.infer<typeof originSchema>;
export type LockedSkill = z.infer<typeof lockedSkillSchema>;
export type SkillsLockData = z.infer<typeof lockSchema>;

/** The file `skills.lock`: read whole, changed by one process at a time, replaced in one step. */
export interface SkillsLock {
  /** The same object while the file is the same: not to be changed. */
  read(): Promise<Readonly<SkillsLockData>>;
  /** Changes the data in place. */
  change(edit: (data: SkillsLockData) => void): Promise<void>;
}

export function createSkillsLock(folder: string): SkillsLock {
  const file = join(folder, "skills.lock");
  const kept = keepReadings<SkillsLockData>(1);
  return {
    read: async () => (existsSync(file) ? kept(file, () => read(file)) : NOTHING),
    async change(edit) {
      await makeFolder(folder);
      await withExclusiveLock(`${file}.busy`, async () => {
        const data = await read(file);
        edit(data);
        await replace(file, `${JSON.stringify(data, undefined, 2)}\n`);
      });
    },
  };
}

const NOTHING: SkillsLockData = { version: 1, skills: {}, disabled: [] };

async function read(file: string): Promise<SkillsLockData> {
  const text = await readFile(file, "utf8").catch((error) => {
    if (fileErrorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return { version: 1, skills: {}, disabled: [] };
  const parsed = lockSchema.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw new DejimaError(
    "io_error",
    `Cannot read "${file}": it is damaged or from a newer version; move it away, and accept your skills again`,
    { file },
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Readers see the old file or the new one, also after a power cut. */
async function replace(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
