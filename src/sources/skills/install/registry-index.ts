import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { parseJson } from "../../../support/json.ts";
import { nearest } from "../../../support/nearest.ts";
import { withFileErrors } from "../file-error.ts";
import { type Download, readDownload } from "./download.ts";

const registeredSkillSchema = z.object({
  name: z.string().max(64),
  description: z.string().max(4096),
  version: z.string().max(64).optional(),
  /** A path or address for `install`; may be relative to the index. */
  source: z.string().max(2000),
  /** The hash that the archive must have. */
  sha256: z.string().length(64).optional(),
});

const indexSchema = z.object({ skills: z.array(registeredSkillSchema).max(100_000) });

/** A skill that a registry lists. */
export type RegisteredSkill = z.infer<typeof registeredSkillSchema>;

const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** Reads a registry: a JSON file on disk or at an https address. Makes relative sources absolute. */
export async function readRegistry(
  location: string,
  download: Download | undefined,
): Promise<RegisteredSkill[]> {
  const remote = /^https?:\/\//i.test(location);
  const text = remote
    ? (await readDownload(download, location, MAX_INDEX_BYTES)).toString()
    : await withFileErrors(`read registry "${location}"`, () => readFile(location, "utf8"));
  const parsed = indexSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new DejimaError(
      "skill_invalid",
      `Cannot read registry "${location}": it is not JSON of the form {"skills": [{name, description, source}]}`,
    );
  }
  return parsed.data.skills.map((skill) => ({
    ...skill,
    source: absoluteSource(skill.source, location, remote),
  }));
}

/** Finds a skill by name. The first registry that lists it wins. */
export async function findRegistered(
  name: string,
  registries: readonly string[],
  download: Download | undefined,
): Promise<RegisteredSkill> {
  const names: string[] = [];
  for (const location of registries) {
    const skills = await readRegistry(location, download);
    const found = skills.find((skill) => skill.name === name);
    if (found !== undefined) return found;
    names.push(...skills.map((skill) => skill.name));
  }
  const offered = nearest(name, names);
  const hint =
    registries.length === 0
      ? "no registry is configured; give a path or an address"
      : offered.length > 0
        ? `the nearest names are ${offered.join(", ")}`
        : "no registry lists it";
  throw new DejimaError("skill_not_found", `Cannot find skill "${name}": ${hint}`, { nearest: offered });
}

function absoluteSource(source: string, location: string, remote: boolean): string {
  if (/^(?:git\+|https?:\/\/|ssh:\/\/|git@)/i.test(source)) return source;
  if (!remote) return isAbsolute(source) ? source : resolve(dirname(location), source);
  // A remote registry must not name files of this machine.
  const url = URL.parse(source, location);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new DejimaError(
      "skill_invalid",
      `Cannot use registry "${location}": "${source.slice(0, 100)}" is not an address`,
    );
  }
  return url.href;
}
