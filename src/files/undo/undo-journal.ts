import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { makeFolder } from "../../support/paths.ts";
import { describeErrors, quotePath } from "../file-errors.ts";
import { syncFolder } from "../folder-handle.ts";

const fileStateSchema = z.object({ sha256: z.string(), size: z.int(), mode: z.int() });

const undoStepSchema = z.object({
  action: z.enum(["write", "delete", "move"]),
  /** The canonical path of the file. */
  path: z.string(),
  /** `null` if it did not exist. */
  before: fileStateSchema.nullable(),
  after: fileStateSchema.nullable(),
  /** Folders that did not exist either, outermost first. */
  folders: z.array(z.string()),
});

const journalSchema = z.object({
  version: z.literal(1),
  callId: z.string(),
  steps: z.array(undoStepSchema),
  undone: z.boolean(),
});

/** The state of a file: enough to compare it, and to find its kept content. */
export type FileState = z.infer<typeof fileStateSchema>;
type Journal = z.infer<typeof journalSchema>;
export type UndoStep = z.infer<typeof undoStepSchema>;

/** The changes of one call, kept so that they can be undone. */
export interface UndoJournal {
  /** Records steps durably. Must be called before the change. `content` is the content of one step's `before`. */
  record(steps: readonly UndoStep[], content: Uint8Array | undefined): Promise<void>;
  /** Keeps the content of one more state durably, for steps that are recorded together afterwards. */
  keep(content: Uint8Array): Promise<void>;
}

const CALL_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** Opens the journal of a call. Nothing is written until the first change. */
export function createUndoJournal(
  undoFolder: string,
  callId: string,
  onKept: (() => Promise<void>) | undefined,
): UndoJournal {
  let recorded: readonly UndoStep[] | undefined;
  let turn: Promise<void> = Promise.resolve();
  const write = async (steps: readonly UndoStep[], content: Uint8Array | undefined) => {
    await describeErrors("keep the previous content in", undoFolder, async () => {
      recorded ??= await stepsSoFar(undoFolder, callId);
      if (content === undefined) await makeFolder(undoFolder);
      else await keepContent(undoFolder, content);
      await writeJournal(undoFolder, { version: 1, callId, steps: [...recorded, ...steps], undone: false });
      recorded = [...recorded, ...steps];
    });
    await onKept?.();
  };
  return {
    record(steps, content) {
      const done = turn.then(() => write(steps, content));
      turn = done.catch(() => {});
      return done;
    },
    keep: (content) =>
      describeErrors("keep the previous content in", undoFolder, () => keepContent(undoFolder, content)),
  };
}

async function keepContent(undoFolder: string, content: Uint8Array): Promise<void> {
  await makeFolder(join(undoFolder, "content"));
  await writeDurably(join(undoFolder, "content"), sha256(content), content);
}

/** The journal of a call. Throws `invalid_input` if the call changed nothing. */
export async function readJournal(undoFolder: string, callId: string): Promise<Journal> {
  const journal = await readIfPresent(undoFolder, callId);
  if (journal !== undefined) return journal;
  const area = copiesFolder(undoFolder, callId);
  if (existsSync(area)) {
    throw new DejimaError(
      "conflict",
      `Cannot undo ${quotePath(callId)}: it was killed while its program ran, so its changes are not known. The previous content is kept in ${quotePath(area)}`,
      { callId },
    );
  }
  throw new DejimaError("invalid_input", `Cannot undo ${quotePath(callId)}: this call changed no files`, {
    callId,
  });
}

// A resumed call continues its journal. Once it is undone, its earlier steps no longer count.
async function stepsSoFar(undoFolder: string, callId: string): Promise<readonly UndoStep[]> {
  const journal = await readIfPresent(undoFolder, callId);
  return journal === undefined || journal.undone ? [] : journal.steps;
}

async function readIfPresent(undoFolder: string, callId: string): Promise<Journal | undefined> {
  try {
    return journalSchema.parse(JSON.parse(await readFile(journalPath(undoFolder, callId), "utf8")));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      const why = `Cannot undo ${quotePath(callId)}: its journal in ${quotePath(undoFolder)} is damaged`;
      throw new DejimaError("io_error", why, { callId }, { cause: error });
    }
    throw error;
  }
}

/** Records that a call was undone. */
export async function markUndone(undoFolder: string, callId: string): Promise<void> {
  await writeJournal(undoFolder, { ...(await readJournal(undoFolder, callId)), undone: true });
}

/** The kept content of a state. Throws if it is damaged. */
export async function readContent(undoFolder: string, state: FileState): Promise<Buffer> {
  const path = join(undoFolder, "content", state.sha256);
  const content = await describeErrors("undo with", path, () => readFile(path));
  if (sha256(content) === state.sha256) return content;
  throw new DejimaError(
    "io_error",
    `Cannot undo: the kept content ${state.sha256} in "${undoFolder}" is damaged`,
  );
}

/** Where a call keeps copies while one of its programs may change files. */
export function copiesFolder(undoFolder: string, callId: string): string {
  return join(undoFolder, "kept", callId);
}

function journalPath(undoFolder: string, callId: string): string {
  if (CALL_ID.test(callId)) return join(undoFolder, `${callId}.json`);
  throw new DejimaError(
    "invalid_input",
    `Cannot use ${quotePath(callId)} as a call: expected the id of a call`,
  );
}

async function writeJournal(undoFolder: string, journal: Journal): Promise<void> {
  journalPath(undoFolder, journal.callId);
  await writeDurably(undoFolder, `${journal.callId}.json`, Buffer.from(JSON.stringify(journal)));
}

async function writeDurably(folder: string, name: string, content: Uint8Array): Promise<void> {
  const temporary = join(folder, `.${name}.${randomBytes(6).toString("hex")}.part`);
  try {
    await using file = await open(temporary, "w", 0o600);
    await file.writeFile(content);
    await file.sync();
    await rename(temporary, join(folder, name));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await using handle = await open(folder, "r");
  await syncFolder(handle.fd);
}
