import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile, FileVersion } from "../../contract/changed-file.ts";
import { DejimaError } from "../../contract/error.ts";
import type { FileGuard } from "../../contract/file-guard.ts";
import { readContent } from "../../files/undo/undo-journal.ts";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { mediaTypeOf } from "../../support/media-type.ts";
import { addPresent, fileVersions, type KnownVersion } from "./file-versions.ts";
import type { RunHistory } from "./run-history.ts";
import { isRunId } from "./run-id.ts";
import { type MadeArtifact, type RunPlace, readRunJournals } from "./run-journals.ts";

/** The files that runs made or changed: what they were, and what they are. */
export interface ChangedFiles {
  /** Those of these runs (oldest first), the one changed last first. */
  list(runs: readonly string[]): Promise<ChangedFile[]>;
  /** The content of one version, as it was; throws `not_found` if it is not known any more. */
  read(runs: readonly string[], wanted: WantedVersion): Promise<VersionContent>;
}

interface WantedVersion {
  readonly file: string;
  readonly version: number;
  /** Whether the caller may answer questions: they may look at what the policy would ask about. */
  readonly mayApprove: boolean;
}

interface VersionContent {
  readonly path: string;
  readonly content: Buffer;
}

interface ChangedFilesParts extends RunPlace {
  readonly files: FileGuard;
  readonly history: Pick<RunHistory, "read" | "files">;
  /** Judges whether this file may be read. */
  judgeRead(path: string): Promise<{ readonly verdict: "allow" | "ask" | "deny"; readonly why?: string }>;
}

/** A file with the contents of its versions. */
interface HeldFile {
  readonly file: ChangedFile;
  /** The content of a version; `undefined` if it is not known any more. */
  content(version: number): Promise<Buffer | undefined>;
}

/** Larger files are not shown: they would have to be held in memory. */
const MAX_BYTES = 64 << 20;
/** The latest files are enough to look through; each is read to see whether it was changed since. */
const MOST_FILES = 300;

/** Makes the view of changed files. */
export function openChangedFiles(parts: ChangedFilesParts): ChangedFiles {
  const { runsFolder, history, blobs } = parts;
  async function held(runs: readonly string[], only?: string): Promise<HeldFile[]> {
    const known = runs.filter(
      (runId) => isRunId(runId) && (blobs !== undefined || existsSync(join(runsFolder, runId))),
    );
    const journals = await Promise.all(
      known.map(async (runId) => ({
        runId,
        ...(await readRunJournals(runId, { runsFolder, blobs, ...history })),
      })),
    );
    const calls = journals.flatMap(({ runId, calls }) => calls.map((call) => ({ ...call, runId })));
    const ofFiles = [...fileVersions(calls)]
      .map(([path, versions]) => ({ path, versions, id: sha256(path).slice(0, 20) }))
      .filter(({ id }) => only === undefined || id === only)
      .sort((a, b) => lastChange(b.versions).localeCompare(lastChange(a.versions)))
      .slice(0, MOST_FILES);
    const files: HeldFile[] = [];
    // One after another: each is read as a whole to see whether it was changed since.
    for (const file of ofFiles) files.push(await heldFile(file, known));
    const artifacts = journals.flatMap(({ runId, artifacts: made }) =>
      made.map((artifact) => heldArtifact(artifact, runId, history)),
    );
    return [...files, ...artifacts]
      .filter(({ file }) => only === undefined || file.id === only)
      .sort((a, b) => b.file.changedAt.localeCompare(a.file.changedAt));
  }

  const isContentOf = async (runId: string, state: string) =>
    blobs?.has(runId, "undo/content", state) ?? existsSync(join(runsFolder, runId, "undo/content", state));

  async function heldFile(
    { path, versions, id }: { path: string; versions: readonly KnownVersion[]; id: string },
    runIds: readonly string[],
  ): Promise<HeldFile> {
    const { shown } = await parts.files.repair();
    const now = stateOf(await present(parts.files, path));
    const all = addPresent(versions, now);
    const keptIn = async (state: string) => {
      for (const runId of runIds) if (await isContentOf(runId, state)) return runId;
      return undefined;
    };
    const content = async (state: string | undefined) => {
      if (state === undefined) return undefined;
      const runId = await keptIn(state);
      if (runId !== undefined) {
        await blobs?.bring(runId, "undo/content", state);
        return readContent(join(runsFolder, runId, "undo"), { sha256: state, size: 0, mode: 0 });
      }
      const read = state === now?.sha256 ? await present(parts.files, path) : undefined;
      return stateOf(read)?.sha256 === state ? read : undefined;
    };
    const isKept = async (state: string | undefined) =>
      state !== undefined && (state === now?.sha256 || (await keptIn(state)) !== undefined);
    const shownPath = shown(path);
    return {
      file: {
        id,
        kind: "file",
        path: shownPath,
        mediaType: mediaTypeOf(shownPath),
        exists: now !== undefined,
        changedAt: lastChange(versions),
        versions: await Promise.all(
          all.map(async ({ sha256: state, ...version }, number): Promise<FileVersion> => {
            return { number, ...version, readable: await isKept(state) };
          }),
        ),
      },
      content: (version) => content(all[version]?.sha256),
    };
  }

  return {
    list: async (runs) => (await held(runs)).map(({ file }) => file),
    async read(runs, { file: id, version, mayApprove }) {
      const [found] = await held(runs, id);
      if (found === undefined)
        throw new DejimaError("not_found", "Cannot find this file among those of the conversation");
      const { path, kind } = found.file;
      if (kind === "file") await checkRead(path, mayApprove, parts);
      const content = await found.content(version);
      if (content !== undefined) return { path, content };
      throw new DejimaError(
        "not_found",
        `Cannot show version ${version} of "${path}": its content is not kept any more`,
        { path, version },
      );
    },
  };
}

/** What a person is shown of a file passes the same rules as what a tool reads. */
async function checkRead(path: string, mayApprove: boolean, { judgeRead }: ChangedFilesParts): Promise<void> {
  const { verdict, why } = await judgeRead(path);
  if (verdict === "allow" || (verdict === "ask" && mayApprove)) return;
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot show "${path}": ${verdict === "ask" ? "the rules ask an approver before it is read" : "the rules do not let it be read"}`,
    { path, ...defined({ why }) },
  );
}

function heldArtifact(made: MadeArtifact, runId: string, history: Pick<RunHistory, "files">): HeldFile {
  const { name, mediaType, bytes, at, callId, tool } = made;
  const version = { kind: "made", at, runId, callId, tool, bytes, undone: false } as const;
  return {
    file: {
      id: sha256(`${runId}/${name}`).slice(0, 20),
      kind: "artifact",
      path: name,
      mediaType,
      exists: true,
      changedAt: at,
      versions: [{ number: 0, ...version, readable: true }],
    },
    content: async (number) =>
      number === 0 ? await history.files(runId).read("artifacts", name) : undefined,
  };
}

function lastChange(versions: readonly KnownVersion[]): string {
  return versions.findLast(({ at }) => at !== undefined)?.at ?? "";
}

/** The file as it is now; `undefined` if there is none, or none that could be shown. */
async function present(guard: FileGuard, path: string): Promise<Buffer | undefined> {
  const access = guard.open({ callId: "look", undoFolder: "", signal: new AbortController().signal });
  return access.read(path, { maxBytes: MAX_BYTES }).catch(() => undefined);
}

function stateOf(
  content: Buffer | undefined,
): { readonly sha256: string; readonly bytes: number } | undefined {
  return content && { sha256: sha256(content), bytes: content.length };
}
