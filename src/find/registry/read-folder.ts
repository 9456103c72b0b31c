import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { yamlData } from "../../support/yaml-data.ts";
import { isRecord } from "../../text/record.ts";
import { type Candidate, candidateSchema } from "../candidate.ts";

const HEADER = /^---\r?\n([\s\S]{0,8000}?)\r?\n---/;
const MOST_FOLDERS = 20_000;

/** The skills of a folder, for example a checked-out repository of skills: each subfolder with a SKILL.md. */
export async function readFolder(location: string): Promise<Candidate[]> {
  const names = await readdir(location).catch((error: NodeJS.ErrnoException) => {
    throw new DejimaError("io_error", `Cannot read the folder ${location}: ${error.code ?? "failed"}`);
  });
  return readSkills(location, names, { registry: location, sourceOf: (name) => join(location, name) });
}

interface SkillPlace {
  readonly registry: string;
  /** The source that a skill is installed from, by the name of its folder. */
  sourceOf(name: string): string;
}

/** The skills in these folders below one. */
export async function readSkills(
  folder: string,
  names: readonly string[],
  { registry, sourceOf }: SkillPlace,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const name of names.slice(0, MOST_FOLDERS)) {
    const text = await readFile(join(folder, name, "SKILL.md"), "utf8").catch(() => undefined);
    const header = text === undefined ? undefined : parsedHeader(text);
    if (header === undefined) continue;
    const candidate = candidateSchema.safeParse({
      kind: "skill",
      registry,
      name: String(header.name ?? basename(name)),
      description: String(header.description ?? "").slice(0, 4_000),
      package: { type: "skill", identifier: sourceOf(name) },
    });
    if (candidate.success) candidates.push(candidate.data);
  }
  return candidates;
}

function parsedHeader(text: string): Record<string, unknown> | undefined {
  try {
    const header: unknown = yamlData(HEADER.exec(text)?.[1] ?? "");
    return isRecord(header) ? header : undefined;
  } catch {
    return undefined;
  }
}
