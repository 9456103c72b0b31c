import { DejimaError } from "../../contract/error.ts";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** An id that sorts by time and is safe as a folder name: 20261115-104215-k3f9qa. */
export function newRunId(now: number): string {
  const [date = "", time = ""] = new Date(now).toISOString().slice(0, 19).split("T");
  // Loaded with the first run, so that commands that only read the catalogue start faster.
  const { randomUUID } = process.getBuiltinModule("node:crypto");
  // The last twelve digits are purely random.
  const random = Buffer.from(randomUUID().slice(-12), "hex");
  let tail = "";
  for (const byte of random) tail += LETTERS[byte % LETTERS.length];
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${tail}`;
}

const RUN_ID = /^\d{8}-\d{6}-[a-z2-9]{6}$/;

/** Whether a text is a run id and may thus become part of a path. */
export function isRunId(text: string): boolean {
  return RUN_ID.test(text);
}

/** When a run began, to the second, according to its id. */
export function runBegan(runId: string): number {
  return Date.parse(runId.replace(/^(....)(..)(..)-(..)(..)(..)-.*$/, "$1-$2-$3T$4:$5:$6Z"));
}

/** The run that a call id (`<run>.<number>`) belongs to. Returns `undefined` if the text is not a call id. */
export function runOfCall(callId: string): string | undefined {
  const [, run] = /^(.+)\.\d{1,9}$/.exec(callId) ?? [];
  return run !== undefined && isRunId(run) ? run : undefined;
}

/** Checks an id before it becomes the name of a folder. */
export function checkedRunId(runId: string | undefined): string | undefined {
  if (runId === undefined || isRunId(runId)) return runId;
  throw new DejimaError(
    "invalid_input",
    `Cannot begin a run as "${runId.slice(0, 100)}": it is not a run id`,
  );
}
