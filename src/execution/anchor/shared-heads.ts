import { appendFileSync, closeSync, existsSync, openSync, readSync, statSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { DocumentRepository } from "../../store/store.ts";
import { makeFolder } from "../../support/paths.ts";
import { lockHeads } from "./head-chain.ts";

/** The chain of heads of all machines with the same store. Its lines are in the store, and each home has a copy. */
interface SharedHeads {
  /** Updates this home's copy from the store. */
  pull(): Promise<void>;
  /** Sends the lines added to this home's copy to the store. Call it only while no other machine can write. */
  push(): Promise<void>;
}

const HEADS = "heads";
/** Number of lines in one listing. */
const PAGE = 100;
const lineSchema = z.object({ line: z.string() });

const pageOf = (number: number) => `${String(Math.floor(number / PAGE)).padStart(10, "0")}/`;
const keyOf = (number: number) => `${pageOf(number)}${String(number % PAGE).padStart(2, "0")}`;

interface ShareOptions {
  /** Called when lines are cut off the copy. */
  onCut(fault: unknown): void;
  /** Whether a home with another chain keeps its own and shares nothing. Default: no, it is refused. */
  readonly keepsOwn?: boolean;
}

/** Synchronizes the copy of the chain in a file with the lines in the store. */
export function shareHeads(
  path: string,
  documents: () => Promise<DocumentRepository>,
  { onCut, keepsOwn = false }: ShareOptions,
): SharedHeads {
  /** The lines of the copy that may still have to be compared or sent, starting with number `first`. */
  let read = { lines: [] as string[], first: 0, size: 0 };
  /** The number of lines that the store and the copy have in common. */
  let shared = 0;
  /** Whether the home has another chain, and keeps it. */
  let isApart = false;

  function readOn(): void {
    const size = existsSync(path) ? statSync(path).size : 0;
    if (size < read.size) read = { lines: [], first: 0, size: 0 };
    const fresh = linesBetween(path, read.size, size);
    read.lines.push(...fresh);
    read.size += fresh.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    // Of the lines before, the last one is enough to check that the chain is the same.
    const settled = Math.min(shared - 1, read.first + read.lines.length - 1) - read.first;
    if (settled > 0) read = { ...read, lines: read.lines.slice(settled), first: read.first + settled };
  }

  const count = () => read.first + read.lines.length;
  const lineAt = (number: number) => read.lines[number - read.first];

  async function storedFrom(number: number): Promise<string[]> {
    const found = await (await documents()).list(HEADS, { prefix: pageOf(number) });
    return found.slice(number % PAGE).map(({ value }) => lineSchema.parse(value).line);
  }

  async function stored(number: number): Promise<string | undefined> {
    return lineSchema.safeParse(await (await documents()).get(HEADS, keyOf(number))).data?.line;
  }

  /** Removes lines that this home wrote and could not share before other machines continued. Their runs are chained again. */
  function cut(to: number): void {
    const lines = linesBetween(path, 0, statSync(path).size);
    const rest = lines.splice(to);
    appendFileSync(`${path}.cut`, rest.map((line) => `${line}\n`).join(""), { mode: 0o600 });
    truncateSync(path, Buffer.byteLength(lines.map((line) => `${line}\n`).join("")));
    read = { lines: [], first: 0, size: 0 };
    readOn();
    onCut(
      new DejimaError(
        "conflict",
        `${rest.length} records of "${path}" were not shared before other machines continued; they are kept in "${path}.cut"`,
        { path },
      ),
    );
  }

  async function pull(): Promise<void> {
    readOn();
    let common = count();
    while (common > read.first) {
      const line = await stored(common - 1);
      if (line === lineAt(common - 1)) break;
      common--;
    }
    const isBehind = common < count() && (await stored(common)) !== undefined;
    isApart = keepsOwn && isBehind && common === 0;
    if (isApart) return;
    if (isBehind && common === 0) throw anotherChain(path);
    if (isBehind) cut(common);
    shared = common;
    if (common < count()) return;
    for (let lines = await storedFrom(shared); lines.length > 0; lines = await storedFrom(shared)) {
      appendFileSync(path, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
      shared += lines.length;
    }
    readOn();
  }

  async function push(): Promise<void> {
    if (isApart) return;
    readOn();
    const store = await documents();
    for (; shared < count(); shared++) await store.put(HEADS, keyOf(shared), { line: lineAt(shared) });
    readOn();
  }

  /** Locks the copy, because several processes of one machine may share it. */
  const withLock = async (work: () => Promise<void>) => {
    await makeFolder(dirname(path));
    const release = await lockHeads(`${path}.lock`);
    try {
      await work();
    } finally {
      release();
    }
  };
  let turn: Promise<void> = Promise.resolve();
  const serialized = (work: () => Promise<void>) => {
    const done = turn.then(() => withLock(work));
    turn = done.catch(() => {});
    return done;
  };
  return { pull: () => serialized(pull), push: () => serialized(push) };
}

/** The complete lines of a part of a file that begins with a line. An end that a crash cut short is left to the next writer. */
function linesBetween(path: string, from: number, to: number): string[] {
  if (to <= from) return [];
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(to - from);
    readSync(file, bytes, 0, bytes.length, from);
    return bytes.toString("utf8").split("\n").slice(0, -1);
  } finally {
    closeSync(file);
  }
}

function anotherChain(path: string): DejimaError {
  return new DejimaError(
    "conflict",
    `Cannot share the chain of heads: "${path}" is another chain than the team's. Start this machine with a new home, or move the file away`,
    { path },
  );
}
