import { mkdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { unpack } from "../archive/unpack.ts";
import type { SkillOrigin } from "../skills-lock.ts";
import { type InstallWorld, saveDownload } from "./download.ts";
import { fetchGit } from "./fetch-git.ts";
import { findRegistered } from "./registry-index.ts";
import { parseSkillSource, type SkillSource, snapshotOf } from "./skill-source.ts";
import { copySkill, findSkillRoot, isSkillFolder, skillFoldersIn } from "./staging.ts";

/** The files of a skill in the staging folder. */
interface FetchedSkill {
  readonly folder: string;
  /** The name of its folder at the source. */
  readonly name: string;
  readonly origin: SkillOrigin;
  /** The local archive that it was unpacked from. */
  readonly archive?: string;
}

interface FetchOptions {
  readonly staging: string;
  readonly world: InstallWorld;
  readonly signal?: AbortSignal;
  readonly callId?: string;
}

/** Fetches a skill from its source into the staging folder. */
export async function fetchSource(source: SkillSource, options: FetchOptions): Promise<FetchedSkill> {
  options.signal?.throwIfAborted();
  switch (source.type) {
    case "folder":
      return fetchFolder(
        source.path,
        basename(source.path),
        { type: "folder", location: source.path },
        options,
      );
    case "archive":
      return {
        ...(await unpackArchive(source.path, { type: "archive", location: source.path }, options)),
        archive: source.path,
      };
    case "url":
      return fetchUrl(source.url, options);
    case "snapshot":
      return fetchSnapshot(source, options);
    case "git":
      return fetchRepository(source, options);
    case "registry":
      return fetchRegistered(source.name, options);
  }
}

async function fetchFolder(
  path: string,
  name: string,
  origin: SkillOrigin,
  { staging, world }: FetchOptions,
): Promise<FetchedSkill> {
  if (!(await isSkillFolder(path))) {
    const inside = (await skillFoldersIn(path)).slice(0, 5);
    const hint = inside.length === 0 ? "" : `; skills are in ${inside.join(", ")}`;
    throw new DejimaError("skill_invalid", `Cannot install "${name}": the folder has no SKILL.md${hint}`, {
      skills: inside,
    });
  }
  const folder = join(staging, "skill");
  await mkdir(folder);
  await copySkill(path, folder, world.limits);
  return { folder, name, origin };
}

async function unpackArchive(
  file: string,
  origin: SkillOrigin,
  { staging, world }: FetchOptions,
): Promise<FetchedSkill> {
  const unpacked = join(staging, "unpacked");
  await mkdir(unpacked);
  await unpack(file, unpacked, world.limits);
  return { ...(await findSkillRoot(unpacked)), origin };
}

async function fetchUrl(url: string, options: FetchOptions): Promise<FetchedSkill> {
  return unpackArchive(await saved(url, options), { type: "url", location: url }, options);
}

async function fetchSnapshot(
  { url, name }: Extract<SkillSource, { type: "snapshot" }>,
  options: FetchOptions,
): Promise<FetchedSkill> {
  const folder = join(options.staging, "unpacked");
  await mkdir(folder);
  await unpack(await saved(url, options), folder, options.world.limits);
  if (!(await isSkillFolder(folder)))
    throw new DejimaError("skill_invalid", `Cannot install "${name}": its archive has no SKILL.md`);
  return { folder, name, origin: { type: "url", location: snapshotOf(url, name) } };
}

async function saved(url: string, { staging, world, signal, callId }: FetchOptions): Promise<string> {
  const file = join(staging, "download");
  await saveDownload(world.download, url, {
    file,
    maxBytes: world.limits.maxTotalBytes,
    ...(signal && { signal }),
    ...(callId && { callId }),
  });
  return file;
}

async function fetchRepository(
  source: Extract<SkillSource, { type: "git" }>,
  options: FetchOptions,
): Promise<FetchedSkill> {
  const { staging, world, signal } = options;
  const fetched = await fetchGit(source, staging, {
    ...(world.runProgram && { runProgram: world.runProgram }),
    ...(signal && { signal }),
  });
  const name = source.subfolder ?? basename(source.url).replace(/\.git$/, "");
  const fragment =
    source.reference || source.subfolder
      ? `#${source.reference ?? ""}${source.subfolder ? `:${source.subfolder}` : ""}`
      : "";
  return fetchFolder(
    fetched,
    basename(name),
    { type: "git", location: `git+${source.url}${fragment}` },
    options,
  );
}

async function fetchRegistered(name: string, options: FetchOptions): Promise<FetchedSkill> {
  const { world } = options;
  const registered = await findRegistered(name, world.registries, world.download);
  const source = await parseSkillSource(registered.source, world.base);
  if (source.type === "registry") {
    throw new DejimaError(
      "skill_invalid",
      `Cannot install "${name}": its registry gives no path or address for it`,
    );
  }
  const { archive, ...fetched } = await fetchSource(source, options);
  const file = archive ?? join(options.staging, "download");
  if (registered.sha256 !== undefined && (await hashOf(file)) !== registered.sha256) {
    throw new DejimaError(
      "skill_invalid",
      `Cannot install "${name}": the download does not match the registry (sha256 differs)`,
    );
  }
  return { ...fetched, origin: { type: "registry", location: name } };
}

async function hashOf(file: string): Promise<string | undefined> {
  return readFile(file).then(sha256, () => undefined);
}
