import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import { makeFolder } from "../../../support/paths.ts";
import { fileErrorCode, withFileErrors } from "../file-error.ts";
import { skillExists } from "../library/skill-world.ts";
import { loadSkill } from "../loader/load-skill.ts";
import type { SkillContract, SkillManifest } from "../skill.ts";
import { hashContent, type SkillContent } from "../skill-files.ts";
import type { LockedSkill, SkillOrigin, SkillsLock } from "../skills-lock.ts";
import type { InstallWorld } from "./download.ts";
import { fetchGit } from "./fetch-git.ts";
import { fetchSource } from "./fetch-source.ts";
import { type ScanReport, scanSkill } from "./scan-skill.ts";
import { parseSkillSource } from "./skill-source.ts";
import { withStaging } from "./staging.ts";

/** How to install a skill. */
export interface InstallOptions {
  /** Asks a person. Without it, the skill is installed but cannot be used until somebody accepts it. */
  readonly accept?: (preview: SkillPreview) => Promise<boolean>;
  /** Installs a skill that the scan refuses. Only a person may decide this. */
  readonly override?: boolean;
  readonly strict?: boolean;
  /** @deprecated Has no effect: the source of an install is never changed. */
  readonly keepArchive?: boolean;
  /** Recorded instead of the source. */
  readonly origin?: SkillOrigin;
  /** What it needed in a trial: its scripts get this, even if it declares more. */
  readonly tried?: SkillContract;
  readonly signal?: AbortSignal;
  /** Who installs it, for the history of a team. */
  readonly by?: string;
  /** The call that it belongs to, for the log. */
  readonly callId?: string;
}

/** Where skills are installed, and with what. */
export interface InstallPlace {
  /** The folder of the installed skills. */
  readonly home: string;
  readonly lock: SkillsLock;
  readonly world: InstallWorld;
  /** Throws if another skill has the name. */
  assertFree(name: string): Promise<void>;
}

/**
 * Installs a skill. It is fetched and scanned in a staging folder, and then moved into place in one step. A folder or archive
 * that it comes from is only read.
 */
export async function installSkill(
  text: string,
  place: InstallPlace,
  options: InstallOptions = {},
): Promise<SkillPreview> {
  const source = await parseSkillSource(text, place.world.base);
  return withFileErrors(`install "${text.slice(0, 200)}"`, () =>
    withStaging(place.home, async (staging) => {
      const { signal, callId, strict = false } = options;
      const fetched = await fetchSource(source, {
        staging,
        world: place.world,
        ...(signal && { signal }),
        ...(callId && { callId }),
      });
      const preview = await previewSkill(fetched.folder, {
        folderName: fetched.name,
        origin: options.origin ?? fetched.origin,
        strict,
      });
      await place.assertFree(preview.manifest.name);
      const accepted = await judgePreview(preview, options);
      await moveIntoPlace(
        fetched.folder,
        place,
        lockedSkill(preview, accepted, options.tried),
        preview.manifest.name,
      );
      return preview;
    }),
  );
}

/** Fetches a skill into `<folder>/<hash of its content>/<its name>`, without installing it. Gives that place. */
export async function fetchSkill(
  text: string,
  { home, world }: Pick<InstallPlace, "home" | "world">,
  { folder, signal }: { readonly folder: string; readonly signal?: AbortSignal },
): Promise<{ readonly preview: SkillPreview; readonly folder: string }> {
  const source = await parseSkillSource(text, world.base);
  return withFileErrors(`fetch "${text.slice(0, 200)}"`, () =>
    withStaging(home, async (staging) => {
      const fetched = await fetchSource(source, { staging, world, ...defined({ signal }) });
      const preview = await previewSkill(fetched.folder, {
        folderName: fetched.name,
        origin: fetched.origin,
      });
      const target = join(folder, preview.content.hash, preview.manifest.name);
      await makeFolder(join(folder, preview.content.hash));
      await rename(fetched.folder, target).catch(async (error) => {
        // The same bytes were fetched before, if nobody has touched them since.
        const existing = await hashContent(target).catch(() => undefined);
        if (existing?.hash === preview.content.hash) return;
        await rm(target, { recursive: true, force: true });
        if (existing === undefined) throw error;
        await rename(fetched.folder, target);
      });
      return { preview, folder: target };
    }),
  );
}

/** Clones a git repository and calls `work` with its folder, which is removed afterwards. */
export async function withRepository<Result>(
  text: string,
  { home, world }: Pick<InstallPlace, "home" | "world">,
  { work, signal }: { readonly work: (folder: string) => Promise<Result>; readonly signal?: AbortSignal },
): Promise<Result> {
  const source = await parseSkillSource(text, world.base);
  if (source.type !== "git")
    throw new DejimaError("invalid_input", `Cannot clone "${text.slice(0, 200)}": it is no git address`);
  return withFileErrors(`clone "${text.slice(0, 200)}"`, () =>
    withStaging(home, async (staging) =>
      work(await fetchGit(source, staging, defined({ runProgram: world.runProgram, signal }))),
    ),
  );
}

/** What a person sees before accepting a skill: its manifest, its content and what the scan found. */
export interface SkillPreview {
  readonly manifest: SkillManifest;
  readonly content: SkillContent;
  readonly scan: ScanReport;
  readonly origin: SkillOrigin;
}

/** Reads and scans a skill without running any of it. */
export async function previewSkill(
  folder: string,
  { folderName, origin, strict = false }: { folderName: string; origin: SkillOrigin; strict?: boolean },
): Promise<SkillPreview> {
  const { manifest } = await loadSkill(folder, { strict, folderName });
  return { manifest, content: await hashContent(folder), scan: await scanSkill(folder), origin };
}

/** Refuses a skill that the scan found dangerous, and asks about any other. Returns whether it was accepted. */
export async function judgePreview(
  preview: SkillPreview,
  { override, accept }: InstallOptions,
): Promise<boolean> {
  const { manifest, scan } = preview;
  if (scan.grade === "danger" && override !== true) {
    const [worst] = scan.findings.filter(({ severity }) => severity === "danger");
    const where = worst === undefined ? "" : `: it ${worst.message} (${worst.file}:${worst.line})`;
    throw new DejimaError(
      "skill_invalid",
      `Cannot install skill "${manifest.name}"${where}; read it there. If you know why it says so, a person can install it with \`dejima skill install --override\``,
      { findings: scan.findings },
    );
  }
  if (accept === undefined) return false;
  if (await accept(preview)) return true;
  throw new DejimaError("approval_denied", `Cannot install skill "${manifest.name}": it was not accepted`);
}

/** The record of a skill for `skills.lock`. */
export function lockedSkill(
  { manifest, content, origin }: SkillPreview,
  accepted: boolean,
  tried?: SkillContract,
): LockedSkill {
  return {
    hash: content.hash,
    files: { ...content.files },
    origin,
    accepted,
    ...(accepted ? { acceptedAt: Date.now() } : {}),
    contract: manifest.contract,
    ...defined({ tried, allowedTools: manifest.allowedTools }),
  };
}

async function moveIntoPlace(
  folder: string,
  { home, lock }: InstallPlace,
  entry: LockedSkill,
  name: string,
): Promise<void> {
  const target = join(home, name);
  await makeFolder(home);
  // The record comes first: a process that is killed in between leaves a record of nothing, and the skill can be installed again.
  await lock.change(
    (data) => {
      data.skills[name] = entry;
    },
    () =>
      rename(folder, target).catch((error) => {
        // Of two concurrent installs of one name, the second finds a folder that is not empty.
        const code = fileErrorCode(error);
        throw code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOTDIR" ? skillExists(name) : error;
      }),
  );
}
