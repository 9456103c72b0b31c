import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile, FileVersion } from "../../../contract/data/changed-file.ts";
import type { FileGuard } from "../../../contract/data/file-guard.ts";
import { DejimaError } from "../../../contract/error.ts";
import { readContent } from "../../../files/undo/undo-journal.ts";
import { defined } from "../../../support/defined.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { mediaTypeOf } from "../../../support/media-type.ts";
import type { RunHistory } from "../run-history.ts";
import { isRunId } from "../run-id.ts";
import { addPresent, fileVersions, type KnownVersion } from "./file-versions.ts";
import { type RecordedArtifact, type RunPlace, readRunJournals } from "./run-journals.ts";

/** The files that runs made or changed, with their versions. */
export interface ChangedFiles {
  /** The files of these runs (oldest run first), the most recently changed file first. */
  list(runs: readonly string[]): Promise<ChangedFile[]>;
  /** The content of one version. Throws `not_found` if it is no longer available. */
  read(runs: readonly string[], wanted: WantedVersion): Promise<VersionContent>;
}

interface WantedVersion {
  readonly file: string;
  readonly version: number;
  /** Whether the caller may answer approvals. They may then read files that the policy would ask about. */
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

/** A file with access to the contents of its versions. */
interface VersionedFile {
  readonly file: ChangedFile;
  /** The content of a version. Returns `undefined` if it is no longer available. */
  content(version: number): Promise<Buffer | undefined>;
}

/** Larger files are not shown, because they would have to fit in memory. */
const MAX_BYTES = 64 << 20;
/** Only the latest files are shown. Each is read to check whether it was changed since. */
const MAX_FILES = 300;

export function openChangedFiles(parts: ChangedFilesParts): ChangedFiles {
  const { runsFolder, history, blobs } = parts;
  async function findFiles(runs: readonly string[], only?: string): Promise<VersionedFile[]> {
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
      .slice(0, MAX_FILES);
    const files: VersionedFile[] = [];
    // Sequential, because each file is read completely to check whether it was changed since.
    for (const file of ofFiles) files.push(await toVersionedFile(file, known));
    const artifacts = journals.flatMap(({ runId, artifacts: made }) =>
      made.map((artifact) => toVersionedArtifact(artifact, runId, history)),
    );
    return [...files, ...artifacts]
      .filter(({ file }) => only === undefined || file.id === only)
      .sort((a, b) => b.file.changedAt.localeCompare(a.file.changedAt));
  }

  const isContentOf = async (runId: string, state: string) =>
    blobs?.has(runId, "undo/content", state) ?? existsSync(join(runsFolder, runId, "undo/content", state));

  async function toVersionedFile(
    { path, versions, id }: { path: string; versions: readonly KnownVersion[]; id: string },
    runIds: readonly string[],
  ): Promise<VersionedFile> {
    const { shown } = await parts.files.repair();
    const now = stateOf(await currentContent(parts.files, path));
    const all = addPresent(versions, now);
    const runWithContent = async (state: string) => {
      for (const runId of runIds) if (await isContentOf(runId, state)) return runId;
      return undefined;
    };
    const content = async (state: string | undefined) => {
      if (state === undefined) return undefined;
      const runId = await runWithContent(state);
      if (runId !== undefined) {
        await blobs?.bring(runId, "undo/content", state);
        return readContent(join(runsFolder, runId, "undo"), { sha256: state, size: 0, mode: 0 });
      }
      const read = state === now?.sha256 ? await currentContent(parts.files, path) : undefined;
      return stateOf(read)?.sha256 === state ? read : undefined;
    };
    const isAvailable = async (state: string | undefined) =>
      state !== undefined && (state === now?.sha256 || (await runWithContent(state)) !== undefined);
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
            return { number, ...version, readable: await isAvailable(state) };
          }),
        ),
      },
      content: (version) => content(all[version]?.sha256),
    };
  }

  return {
    list: async (runs) => (await findFiles(runs)).map(({ file }) => file),
    async read(runs, { file: id, version, mayApprove }) {
      const [found] = await findFiles(runs, id);
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

/** Applies the same rules to what a person reads as to what a tool reads. */
async function checkRead(path: string, mayApprove: boolean, { judgeRead }: ChangedFilesParts): Promise<void> {
  const { verdict, why } = await judgeRead(path);
  if (verdict === "allow" || (verdict === "ask" && mayApprove)) return;
  throw new DejimaError(
    "tool_not_allowed",
    `Cannot show "${path}": ${verdict === "ask" ? "the rules ask an approver before it is read" : "the rules do not let it be read"}`,
    { path, ...defined({ why }) },
  );
}

function toVersionedArtifact(
  made: RecordedArtifact,
  runId: string,
  history: Pick<RunHistory, "files">,
): VersionedFile {
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

/** The current content of a file. Returns `undefined` if it does not exist or cannot be shown. */
async function currentContent(guard: FileGuard, path: string): Promise<Buffer | undefined> {
  const access = guard.open({ callId: "look", undoFolder: "", signal: new AbortController().signal });
  return access.read(path, { maxBytes: MAX_BYTES }).catch(() => undefined);
}

function stateOf(
  content: Buffer | undefined,
): { readonly sha256: string; readonly bytes: number } | undefined {
  return content && { sha256: sha256(content), bytes: content.length };
}
