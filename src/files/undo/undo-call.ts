import type { FileGuard, FileRepair } from "../../contract/data/file-guard.ts";
import { DejimaError } from "../../contract/error.ts";
import { quotePath } from "../file-errors.ts";
import { type FileState, markUndone, readContent, readJournal, type UndoStep } from "./undo-journal.ts";

export interface UndoResult {
  readonly undone: readonly { readonly path: string; readonly action: "restored" | "removed" }[];
  /** Files that are already as before the call: the call never changed them, or was undone before. */
  readonly unchanged: readonly string[];
}

interface Change {
  readonly path: string;
  readonly before: FileState | null;
  /** All states that the call gave the file. The last one is what it left. */
  readonly states: (FileState | null)[];
}

/**
 * Restores what a call changed, the last change first. If a file is no longer as the call left it, nothing at all is changed and
 * the error names it. A second undo, or one after a crash during undo, does only the remaining steps.
 */
export async function undoCall(options: {
  readonly undoFolder: string;
  readonly callId: string;
  readonly guard: Pick<FileGuard, "repair">;
  /** Downloads kept content with this hash to the folder. Default: it is already there. */
  bring?(hash: string): Promise<void>;
}): Promise<UndoResult> {
  const { undoFolder, callId, guard, bring } = options;
  const repair = await guard.repair();
  const journal = await readJournal(undoFolder, callId);
  const changes = changesOf(journal.steps);
  if (journal.undone) return { undone: [], unchanged: changes.map(({ path }) => repair.shown(path)) };
  return repair.hold(
    changes.map(({ path }) => path.normalize("NFC")),
    async () => {
      const pending = await plan(changes, repair, callId);
      for (const { before } of pending) {
        if (before === null) continue;
        await bring?.(before.sha256);
        await readContent(undoFolder, before);
      }
      for (const { path, before } of pending) {
        if (before === null) await repair.remove(path);
        else await repair.put(path, await readContent(undoFolder, before), before.mode);
      }
      for (const folder of journal.steps.flatMap(({ folders }) => folders).reverse())
        await repair.removeFolder(folder);
      await markUndone(undoFolder, callId);
      return report(changes, pending, repair);
    },
  );
}

function changesOf(steps: readonly UndoStep[]): Change[] {
  const changes = new Map<string, Change>();
  for (const { path, before, after } of steps) {
    const change = changes.get(path) ?? { path, before, states: [] };
    change.states.push(after);
    changes.delete(path);
    changes.set(path, change);
  }
  return [...changes.values()].reverse();
}

async function plan(changes: readonly Change[], repair: FileRepair, callId: string): Promise<Change[]> {
  const pending: Change[] = [];
  const conflicts: string[] = [];
  for (const change of changes) {
    const now = await repair.hashOf(change.path).catch(stateOfError);
    if (now === change.before?.sha256) continue;
    if (change.states.some((state) => state?.sha256 === now)) pending.push(change);
    else conflicts.push(quotePath(repair.shown(change.path)));
  }
  if (conflicts.length === 0) return pending;
  throw new DejimaError(
    "conflict",
    `Cannot undo ${quotePath(callId)}: ${conflicts.join(", ")} changed since. Nothing was undone; put the content back that the call left, or restore by hand`,
    { callId, paths: conflicts },
  );
}

// A folder, a link or a device in place of the file counts as a change. A disk error does not.
function stateOfError(error: unknown): string {
  if (error instanceof DejimaError && error.code !== "io_error") return error.code;
  throw error;
}

function report(changes: readonly Change[], pending: readonly Change[], repair: FileRepair): UndoResult {
  return {
    undone: pending.map(({ path, before }) => ({
      path: repair.shown(path),
      action: before === null ? "removed" : "restored",
    })),
    unchanged: changes.filter((change) => !pending.includes(change)).map(({ path }) => repair.shown(path)),
  };
}
