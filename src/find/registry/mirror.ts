import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { parseJson } from "../../support/json.ts";
import { sha256, shortId } from "../../support/lazy-crypto.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { isRecord } from "../../text/record.ts";
import type { Candidate } from "../candidate.ts";
import { readClawhub } from "./read-clawhub.ts";
import { readFolder } from "./read-folder.ts";
import { readGit } from "./read-git.ts";
import { readIndex } from "./read-index.ts";
import { readMcpRegistry } from "./read-mcp-registry.ts";
import { type Revocation, readRevocations, revocationSchema } from "./read-revocations.ts";
import { readSkillsSh } from "./read-skills-sh.ts";
import type { Registries } from "./registries.ts";
import type { FetchDocument, Registry } from "./registry.ts";

/** Local copies of registries. Searches use the copies. */
export interface Mirror {
  /** Copies the registries whose copy is older than a day, or all. Returns the errors by location. */
  refresh(options?: RefreshOptions): Promise<ReadonlyMap<string, string>>;
  candidates(): Promise<Candidate[]>;
  revocations(): Promise<Revocation[]>;
}

interface RefreshOptions {
  /** Also copies registries whose copy is younger than a day. */
  readonly all?: boolean;
  readonly signal?: AbortSignal;
}

interface MirrorOptions {
  readonly folder: string;
  readonly registries: Registries;
  readonly now: () => number;
  /** Returns the function that fetches from one registry. It reaches no other host. */
  fetchFrom(registry: Registry): FetchDocument;
  readonly inRepository: SkillLibrary["inRepository"];
}

const DAY_MS = 86_400_000;
/** Each copy also requests this much time before the last one, for entries that changed while that copy was made. */
const OVERLAP_MS = 3_600_000;
/** The interval between complete copies, which detect deleted entries. */
const WHOLE_EVERY_MS = 7 * DAY_MS;

/** Opens the copies. Only `refresh` fetches. */
export function openMirror({ folder, registries, now, fetchFrom, inRepository }: MirrorOptions): Mirror {
  const fileOf = ({ location }: Registry) => join(folder, `${sha256(location).slice(0, 24)}.jsonl`);

  const read = new Map<string, { mirroredAt: string | undefined; entries: readonly Candidate[] }>();

  async function entriesOf(registry: Registry): Promise<Candidate[]> {
    const entries: Candidate[] = [];
    for await (const entry of readEntries(fileOf(registry))) if (isCandidate(entry)) entries.push(entry);
    return entries;
  }

  async function copy(registry: Registry, signal?: AbortSignal): Promise<void> {
    const get = fetchFrom(registry);
    const { mirroredAt } = registry;
    const age = now() - Date.parse(mirroredAt ?? "");
    const isPart = registry.kind === "mcp" && age < WHOLE_EVERY_MS;
    const since = isPart ? new Date(Date.parse(mirroredAt ?? "") - OVERLAP_MS).toISOString() : undefined;
    const started = new Date(now()).toISOString();
    const entries = new Map<string, unknown>();
    if (isPart) for await (const entry of readEntries(fileOf(registry))) entries.set(keyOf(entry), entry);
    const take = (found: readonly (Candidate | Revocation)[]) => {
      for (const entry of found) entries.set(keyOf(entry), entry);
    };
    const how = { get, ...(signal && { signal }) };
    const { location, kind } = registry;
    if (kind === "mcp") for await (const page of readMcpRegistry(location, { ...how, since })) take(page);
    else if (kind === "clawhub") for await (const page of readClawhub(location, how)) take(page);
    else if (kind === "skills-sh") for await (const page of readSkillsSh(location, how)) take(page);
    else if (kind === "git") take(await readGit(location, { ...how, inRepository }));
    else if (kind === "folder") take(await readFolder(location));
    else if (kind === "index") take(await readIndex(location, how));
    else take(await readRevocations(location, how));
    await writeEntries(fileOf(registry), entries.values());
    await registries.note(location, { mirroredAt: started, entries: entries.size });
  }

  async function writeEntries(file: string, entries: Iterable<unknown>): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const work = join(folder, shortId(".new-"));
    try {
      {
        await using handle = await open(work, "wx", 0o600);
        let lines: string[] = [];
        for (const entry of entries) {
          lines.push(`${JSON.stringify(entry)}\n`);
          if (lines.length < 1_000) continue;
          await handle.write(lines.join(""));
          lines = [];
        }
        await handle.write(lines.join(""));
        await handle.sync();
      }
      // The rename is atomic: an incomplete copy never replaces the previous one.
      await rename(work, file);
    } finally {
      await rm(work, { force: true });
    }
  }

  return {
    async refresh({ all = false, signal } = {}) {
      const problems = new Map<string, string>();
      for (const registry of await registries.list()) {
        const age = now() - Date.parse(registry.mirroredAt ?? "");
        if (!all && age >= 0 && age < DAY_MS) continue;
        try {
          await copy(registry, signal);
        } catch (error) {
          signal?.throwIfAborted();
          const { location, mirroredAt, entries } = registry;
          const problem = thrownText(error);
          problems.set(location, problem);
          await registries.note(location, { ...(mirroredAt && { mirroredAt }), entries, problem });
        }
      }
      return problems;
    },
    async candidates() {
      const all: Candidate[] = [];
      for (const registry of await registries.list()) {
        if (registry.kind === "revocations") continue;
        const { location, mirroredAt } = registry;
        const known = read.get(location);
        const fresh =
          known !== undefined && known.mirroredAt === mirroredAt ? known.entries : await entriesOf(registry);
        read.set(location, { mirroredAt, entries: fresh });
        for (const entry of fresh) all.push(entry);
      }
      return all;
    },
    async revocations() {
      const all: Revocation[] = [];
      for (const registry of await registries.list()) {
        if (registry.kind !== "revocations") continue;
        for await (const entry of readEntries(fileOf(registry))) {
          const parsed = revocationSchema.safeParse(entry);
          if (parsed.success) all.push(parsed.data);
        }
      }
      return all;
    },
  };
}

/** Each entry was validated when it was copied, and only we write the file. */
function isCandidate(entry: unknown): entry is Candidate {
  return isRecord(entry) && typeof entry.name === "string" && isRecord(entry.package);
}

function keyOf(entry: unknown): string {
  const {
    name = "",
    package: { identifier = "" } = {},
    ...rest
  } = entry as Partial<Candidate> & Partial<Revocation>; // each field is checked below
  return JSON.stringify([name, identifier, rest.versions, rest.integrity]);
}

async function* readEntries(file: string): AsyncGenerator<unknown> {
  const stream = createReadStream(file, "utf8");
  try {
    for await (const line of createInterface({ input: stream })) {
      const entry = parseJson(line);
      if (entry !== undefined) yield entry;
    }
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error; // not copied yet
  } finally {
    stream.destroy();
  }
}
