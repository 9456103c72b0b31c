import type { FileVersion } from "../../../contract/data/changed-file.ts";
import type { FileState, UndoStep } from "../../../files/undo/undo-journal.ts";
import type { CallJournal } from "./run-journals.ts";

/** A version with the hash of its content. `undefined` if there was no file. */
export type KnownVersion = Omit<FileVersion, "number" | "readable"> & { readonly sha256: string | undefined };

/** A call of a run, with its changes to files. */
interface RunCall extends CallJournal {
  readonly runId: string;
}

/** What one call did to one file: the state before its first change and after its last. */
interface Change {
  readonly call: RunCall;
  readonly before: FileState | null;
  readonly after: FileState | null;
}

/** The versions of each file by its canonical path, oldest first. The calls must be in order. */
export function fileVersions(calls: readonly RunCall[]): Map<string, KnownVersion[]> {
  const versions = new Map<string, KnownVersion[]>();
  for (const call of calls) {
    for (const [path, change] of changesOf(call)) {
      const known = versions.get(path) ?? [];
      versions.set(path, known);
      addChange(known, change);
    }
  }
  return versions;
}

/** Adds the current state of the file, if it differs from the last version. */
export function addPresent(
  versions: readonly KnownVersion[],
  now: { readonly sha256: string; readonly bytes: number } | undefined,
): KnownVersion[] {
  const last = versions.at(-1);
  if (last === undefined || last.sha256 === now?.sha256) return [...versions];
  const kind = last.undone ? "undone" : "elsewhere";
  return [
    ...versions,
    { kind, undone: false, sha256: now?.sha256, ...(now === undefined ? {} : { bytes: now.bytes }) },
  ];
}

function changesOf(call: RunCall): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const { path, before, after } of call.steps satisfies readonly UndoStep[])
    changes.set(path, { call, before: (changes.get(path) ?? { before }).before, after });
  return changes;
}

function addChange(versions: KnownVersion[], { call, before, after }: Change): void {
  const { runId, callId, tool, at, undone } = call;
  const last = versions.at(-1);
  if (last?.sha256 !== before?.sha256 || (last === undefined && before !== null))
    versions.push({
      kind: last === undefined ? "before" : last.undone ? "undone" : "elsewhere",
      undone: false,
      ...stateOf(before),
    });
  const kind = after === null ? "deleted" : before === null ? "made" : "changed";
  versions.push({ kind, at, runId, callId, tool, undone, ...stateOf(after) });
}

function stateOf(state: FileState | null): { readonly sha256: string | undefined; readonly bytes?: number } {
  return state === null ? { sha256: undefined } : { sha256: state.sha256, bytes: state.size };
}
