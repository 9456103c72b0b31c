import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { parseJson } from "../../../support/json.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { withoutByteOrderMark } from "../../../text/hidden-characters.ts";
import { readInside } from "../read-inside.ts";
import type { LoadedSkill, SkillIssue, SkillServer } from "../skill.ts";
import { readSkillMd } from "./read-skill-md.ts";
import { readSkillYaml, serverFileOf } from "./read-skill-yaml.ts";

/** Real files have up to 300 kB; a megabyte is a mistake or an attack. */
const MAX_FILE_BYTES = 1024 * 1024;

/** The specification recommends about 5,000 tokens. */
const LARGE_BODY_CHARACTERS = 32 * 1024;

interface LoadOptions {
  /** Refuses a skill that differs from the specification, instead of warning. */
  readonly strict?: boolean;
  /** The name of the folder, if the folder itself is temporary. */
  readonly folderName?: string;
}

/** Loads the skill in a folder from SKILL.md or skill.yaml, with its servers and the hash of its main file. */
export async function loadSkill(
  folder: string,
  options: LoadOptions = {},
): Promise<LoadedSkill & { sha256: string }> {
  const name = options.folderName ?? basename(folder);
  const { file, entries } = mainFile(folder, name);
  const bytes = await readInside(folder, file, { maxBytes: MAX_FILE_BYTES });
  const { text, issues } = decode(bytes, name, file);
  const yaml = /\.ya?ml$/.test(file);
  const bound = await serversOf(folder, yaml ? serverFileOf(text) : "mcp.json", entries);
  const loaded = yaml ? readSkillYaml(text, name, bound.servers) : readSkillMd(text, name, bound.servers);
  if (file !== "SKILL.md" && !yaml) issues.push({ code: "file-name", message: `${file} should be SKILL.md` });
  if (loaded.body.length > LARGE_BODY_CHARACTERS) {
    issues.push({
      code: "large",
      message: `its text has ${loaded.body.length} characters; move details to separate files`,
    });
  }
  const all = [...loaded.manifest.issues, ...issues, ...bound.issues];
  if (options.strict === true && all.length > 0) throw refused(name, all);
  return { ...loaded, manifest: { ...loaded.manifest, issues: all }, sha256: sha256(bytes) };
}

const MAIN_FILES = ["skill.md", "skill.yaml", "skill.yml"];

function mainFile(folder: string, name: string): { file: string; entries: readonly string[] } {
  const entries = entriesOf(folder, name);
  if (entries.includes("SKILL.md")) return { file: "SKILL.md", entries };
  for (const wanted of MAIN_FILES) {
    const found = entries.find((entry) => entry.toLowerCase() === wanted);
    if (found !== undefined) return { file: found, entries };
  }
  throw new DejimaError("skill_invalid", `Cannot load skill "${name}": its folder has no SKILL.md`);
}

function entriesOf(folder: string, name: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new DejimaError("skill_not_found", `Cannot load skill "${name}": the folder does not exist`);
  }
}

function decode(bytes: Buffer, name: string, file: string): { text: string; issues: SkillIssue[] } {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) {
    return {
      text: bytes.toString("utf16le"),
      issues: [{ code: "encoding", message: `${file} is UTF-16, not UTF-8` }],
    };
  }
  if (bytes.includes(0))
    throw new DejimaError("skill_invalid", `Cannot load skill "${name}": ${file} is not a text file`);
  if (bytes.toString().trim() === "")
    throw new DejimaError("skill_invalid", `Cannot load skill "${name}": ${file} is empty`);
  try {
    // Keeps the byte order mark, which is reported and which edits must keep.
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), issues: [] };
  } catch {
    return {
      text: bytes.toString(),
      issues: [{ code: "encoding", message: `${file} contains bytes that are not UTF-8` }],
    };
  }
}

async function serversOf(
  folder: string,
  file: string,
  entries: readonly string[],
): Promise<{ servers: SkillServer[]; issues: SkillIssue[] }> {
  if (file === "mcp.json" && !entries.includes(file)) return { servers: [], issues: [] };
  try {
    return readSkillServers((await readInside(folder, file, { maxBytes: MAX_FILE_BYTES })).toString());
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    return { servers: [], issues: [{ code: "servers", message: error.message }] };
  }
}

function refused(name: string, issues: readonly SkillIssue[]): DejimaError {
  const reasons = issues.map((issue) => issue.message).join("; ");
  return new DejimaError("skill_invalid", `Cannot load skill "${name}" strictly: ${reasons}`, { issues });
}

const serverFile = z.object({
  mcpServers: z.record(
    z.string().min(1).max(64),
    z.object({
      command: z.string().optional(),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
      url: z.string().optional(),
    }),
  ),
});

/** Parses a skill's `mcp.json`. If it is not valid, the skill has no servers and an issue says why. */
function readSkillServers(text: string): { servers: SkillServer[]; issues: SkillIssue[] } {
  const parsed = serverFile.safeParse(parseJson(withoutByteOrderMark(text)));
  if (!parsed.success) {
    return {
      servers: [],
      issues: [{ code: "servers", message: `mcp.json is not valid: ${problem(parsed.error)}` }],
    };
  }
  const issues: SkillIssue[] = [];
  const servers = Object.entries(parsed.data.mcpServers).flatMap(([name, server]) => {
    if (server.command !== undefined || server.url !== undefined) return [{ name, ...server }];
    issues.push({ code: "servers", message: `server "${name}" has neither a command nor a url` });
    return [];
  });
  return { servers, issues };
}

function problem(error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.join(".") ?? "";
  return where === "" ? 'it is not JSON of the form {"mcpServers": {…}}' : `${where}: ${issue?.message}`;
}
