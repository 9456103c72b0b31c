import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { defined } from "../../support/defined.ts";
import { parseJson } from "../../support/json.ts";
import { type Candidate, candidateSchema } from "../candidate.ts";
import { readServer } from "./read-mcp-registry.ts";
import type { FetchDocument } from "./registry.ts";

const skillSchema = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  version: z.string().optional(),
  /** The source it is installed from, relative to the index. */
  source: z.string(),
  sha256: z.string().optional(),
});

const indexSchema = z.looseObject({
  skills: z.array(z.unknown()).optional(),
  servers: z.array(z.unknown()).optional(),
});

interface ReadOptions {
  readonly get: FetchDocument;
  readonly signal?: AbortSignal;
}

/** Reads a JSON file with `servers` (in the format of an MCP registry) and `skills` (name, description, source). */
export async function readIndex(location: string, options: ReadOptions): Promise<Candidate[]> {
  const remote = /^https?:\/\//i.test(location);
  const text = remote
    ? (await options.get(location, defined({ signal: options.signal }))).toString()
    : await readFile(location, "utf8").catch((error: NodeJS.ErrnoException) => {
        throw new DejimaError("io_error", `Cannot read the registry ${location}: ${error.code ?? "failed"}`);
      });
  const parsed = indexSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new DejimaError(
      "invalid_input",
      `Cannot read the registry ${location}: it is not JSON of the form {"servers": […], "skills": [{name, description, source}]}`,
    );
  const { skills = [], servers = [] } = parsed.data;
  return [
    ...servers.flatMap((entry) => readServer(entry, location) ?? []),
    ...skills.flatMap((entry) => readSkill(entry, location, remote) ?? []),
  ];
}

function readSkill(entry: unknown, location: string, remote: boolean): Candidate | undefined {
  const parsed = skillSchema.safeParse(entry);
  if (!parsed.success) return undefined;
  const { name, description, version = "", source, sha256 } = parsed.data;
  const identifier = absoluteSource(source, location, remote);
  if (identifier === undefined) return undefined;
  const candidate = candidateSchema.safeParse({
    name,
    kind: "skill",
    version,
    registry: location,
    ...defined({ description }),
    package: { type: "skill", identifier, version, ...defined({ sha256 }) },
  });
  return candidate.success ? candidate.data : undefined;
}

/** A remote index must not name files of this machine. */
function absoluteSource(source: string, location: string, remote: boolean): string | undefined {
  if (/^(?:git\+|https?:\/\/|ssh:\/\/|git@)/i.test(source)) return source;
  if (!remote) return resolve(dirname(location), source);
  const url = URL.parse(source, location);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
