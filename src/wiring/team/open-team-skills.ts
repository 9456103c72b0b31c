import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BlobStore } from "../../blobs/blob-store.ts";
import { replaceUserFile } from "../../config/edit/write-config.ts";
import { DejimaError } from "../../contract/error.ts";
import type { TeamVersion } from "../../contract/user/team.ts";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import { lockedSkillSchema } from "../../sources/skills/skills-lock.ts";
import type { VersionTable } from "../../store/shared-store.ts";
import { hashFile } from "../../support/disk/hash-file.ts";
import { temporaryFolder } from "../../support/disk/temporary-folder.ts";
import { canonicalJson, parseJson } from "../../support/json.ts";
import { sharedDocument } from "./team-document.ts";

const SPACE = "skills";
/** The file with the skills that were last applied here. Skills that the team has removed since then are uninstalled. */
const APPLIED = "team-skills.json";

const documentSchema = z.object({
  skills: z.record(z.string(), z.object({ archive: z.string(), locked: lockedSkillSchema })),
  disabled: z.array(z.string()),
});

type SkillsDocument = z.infer<typeof documentSchema>;

const EMPTY: SkillsDocument = { skills: {}, disabled: [] };

/** The installed skills of a team: their list is in the store, their content in the blob store. */
interface TeamSkills {
  /** Publishes a change of one skill that was made here. */
  publish(name: string, change: { readonly by: string; readonly change: string }): Promise<void>;
  /** Installs, replaces and removes skills here until they match the team's. */
  sync(): Promise<void>;
}

interface TeamSkillsParts {
  readonly home: string;
  versions(): Promise<VersionTable>;
  blobs(): Promise<BlobStore>;
  library(): Promise<SkillLibrary>;
  /** Called after the skills of this machine have changed. */
  changed(): Promise<unknown>;
  recordChange(version: TeamVersion): Promise<void>;
  onFault(error: unknown): void;
}

/** Shares the installed skills of a home with the other machines of a team. */
export function openTeamSkills(parts: TeamSkillsParts): TeamSkills {
  const { home, versions, blobs, library, changed, recordChange, onFault } = parts;
  const document = sharedDocument("skills", { schema: documentSchema, empty: EMPTY, versions });
  let applied: number | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function add(spelled: string, by: string, change: string): Promise<TeamVersion | undefined> {
    const skills = await library();
    const { name, locked, enabled } = await skills.record(spelled);
    const entry = locked && { archive: await keepArchive(skills, await blobs(), name), locked };
    return document.edit((skills) => withSkill(skills, name, { entry, enabled }), { by, change });
  }

  async function place(name: string, entry: SkillsDocument["skills"][string]): Promise<boolean> {
    const skills = await library();
    const { locked } = await skills.record(name);
    if (locked !== undefined && canonicalJson(locked) === canonicalJson(entry.locked)) return false;
    await using folder = await temporaryFolder("dejima-skill-");
    const archive = join(folder.path, "skill.zip");
    await (await blobs()).download({ space: SPACE, sha256: entry.archive }, archive);
    await skills.place(name, { archive, locked: entry.locked });
    return true;
  }

  async function apply(): Promise<void> {
    const { number, content: wanted } = await document.latest();
    if (number === (applied ?? 0)) return;
    const before = await readApplied(home);
    const skills = await library();
    const steps = [
      ...Object.keys(before.skills)
        .filter((name) => !Object.hasOwn(wanted.skills, name))
        .map((name) => async () => {
          if ((await skills.record(name)).locked !== undefined) await skills.uninstall(name);
        }),
      ...Object.entries(wanted.skills).map(
        ([name, entry]) =>
          () =>
            place(name, entry),
      ),
      ...[...new Set([...before.disabled, ...wanted.disabled])].map((name) => async () => {
        const enabled = !wanted.disabled.includes(name);
        if ((await skills.record(name)).enabled !== enabled) await skills.setEnabled(name, enabled);
      }),
    ];
    let later: unknown;
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        // A skill is running, or the blob store is unavailable: retried with the next check.
        if (isPassing(error)) later = error;
        else onFault(error);
      }
    }
    await changed();
    if (later !== undefined) throw later;
    await replaceUserFile(join(home, APPLIED), canonicalJson(wanted));
    applied = number;
  }

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  };
  return {
    async publish(name, { by, change }) {
      const version = await inTurn(() => add(name, by, change));
      if (version !== undefined) await recordChange(version);
    },
    sync: () => inTurn(apply),
  };
}

function withSkill(
  { skills, disabled }: SkillsDocument,
  name: string,
  { entry, enabled }: { entry: SkillsDocument["skills"][string] | undefined; enabled: boolean },
): SkillsDocument {
  const others = Object.fromEntries(Object.entries(skills).filter(([other]) => other !== name));
  const off = disabled.filter((other) => other !== name);
  return {
    skills: { ...others, ...(entry && { [name]: entry }) },
    disabled: enabled ? off : [...off, name].sort(),
  };
}

async function keepArchive(skills: SkillLibrary, blobs: BlobStore, name: string): Promise<string> {
  await using folder = await temporaryFolder("dejima-skill-");
  const file = join(folder.path, "skill.zip");
  await skills.pack(name, file);
  const sha256 = await hashFile(file);
  await blobs.put({ space: SPACE, sha256 }, file);
  return sha256;
}

async function readApplied(home: string): Promise<SkillsDocument> {
  const text = await readFile(join(home, APPLIED), "utf8").catch(() => undefined);
  return text === undefined ? EMPTY : (documentSchema.safeParse(parseJson(text)).data ?? EMPTY);
}

const isPassing = (error: unknown) =>
  error instanceof DejimaError && ["conflict", "server_unavailable", "io_error"].includes(error.code);
