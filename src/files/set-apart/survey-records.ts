import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { defined } from "../../support/defined.ts";
import { makeFolder } from "../../support/paths.ts";
import { identify, isAlive } from "../../support/process/process-identity.ts";
import type { SelfStartingFile, SelfStartingSurvey } from "./survey-self-starting.ts";

/**
 * The self-starting files in some folders before a program ran there. After a crash, the next start compares the folders with it and
 * sets apart what changed.
 */
export interface SurveyRecord {
  readonly callId: string;
  /** The canonical paths of the folders. */
  readonly starts: readonly string[];
  readonly survey: SelfStartingSurvey;
}

/** Surveys of running programs, on disk. If Dejima is killed, the next start checks them. */
export interface SurveyRecords {
  /** Stores a survey, replacing an earlier one if `id` is set. Returns its id. */
  write(record: SurveyRecord, id?: string): Promise<string>;
  remove(id: string): Promise<void>;
  /** The surveys of processes that have ended. */
  leftOver(): Promise<readonly { readonly id: string; readonly record: SurveyRecord }[]>;
}

const stamp = z.object({
  ino: z.number(),
  dev: z.number(),
  size: z.number(),
  mtimeMs: z.number(),
  ctimeMs: z.number(),
  mode: z.int(),
  uid: z.int(),
  gid: z.int(),
});

const recordSchema = z.object({
  callId: z.string(),
  starts: z.array(z.string()),
  links: z.array(z.object({ target: z.string(), name: z.string() })),
  notChecked: z.string().optional(),
  files: z.array(
    z.object({
      path: z.string(),
      name: z.string().optional(),
      why: z.string(),
      type: z.enum(["file", "link", "other"]),
      stats: stamp,
      content: z.base64().optional(),
    }),
  ),
});

const NAME = /^(\d+)-(\d*)-[0-9a-f]{12}\.json(?:\.new)?$/;
const UNFINISHED = ".new";

/** Opens the folder of surveys. Nothing is created until one is written. */
export function openSurveyRecords(folder: string): SurveyRecords {
  // Where the start time of a process is unknown, its id alone identifies it.
  const own = `${process.pid}-${identify(process.pid)?.began ?? ""}`;
  return {
    async write(record, id = `${own}-${randomBytes(6).toString("hex")}.json`) {
      await makeFolder(folder);
      // A record is replaced while its program runs. A kill leaves the old one or the new one whole.
      const unfinished = join(folder, `${id}${UNFINISHED}`);
      await writeFile(unfinished, encode(record), { mode: 0o600 });
      await rename(unfinished, join(folder, id));
      return id;
    },
    remove: (id) => rm(join(folder, id), { force: true }),
    async leftOver() {
      const names = (await readdir(folder).catch(() => [])).filter(isOwnerGone);
      for (const name of names.filter((each) => each.endsWith(UNFINISHED)))
        await rm(join(folder, name), { force: true });
      const records: { id: string; record: SurveyRecord }[] = [];
      for (const id of names.filter((each) => !each.endsWith(UNFINISHED))) {
        const text = await readFile(join(folder, id), "utf8").catch(() => undefined);
        if (text === undefined) continue; // it may be readable at a later start
        const record = decode(text);
        if (record === undefined) await rm(join(folder, id), { force: true });
        else records.push({ id, record });
      }
      return records;
    },
  };

  function isOwnerGone(name: string): boolean {
    const [, pid = "", began = ""] = NAME.exec(name) ?? [];
    if (pid === "" || name.startsWith(`${own}-`)) return false;
    return began === "" ? !isAlive(Number(pid)) : identify(Number(pid))?.began !== began;
  }
}

function encode({ callId, starts, survey }: SurveyRecord): string {
  const { files, links, notChecked } = survey;
  return JSON.stringify({
    callId,
    starts,
    links,
    notChecked,
    files: [...files.values()].map(({ stats, content, ...rest }) => ({
      ...rest,
      stats: stamp.parse(stats),
      content: content?.toString("base64"),
    })),
  });
}

/** A record. `undefined` if the text is not one. */
function decode(text: string): SurveyRecord | undefined {
  try {
    const { callId, starts, links, files, notChecked } = recordSchema.parse(JSON.parse(text));
    const found = files.map(({ content, name, ...rest }): [string, SelfStartingFile] => [
      rest.path,
      {
        ...rest,
        name: name ?? rest.path,
        content: content === undefined ? undefined : Buffer.from(content, "base64"),
      },
    ]);
    const survey = { files: new Map(found), links, ...defined({ notChecked }) };
    return { callId, starts, survey };
  } catch {
    return undefined;
  }
}
