import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { DejimaError } from "../../../contract/error.ts";
import { badArchive, type VisitEntry } from "./admission.ts";

/** Also bounds what is decompressed and thrown away: padding, headers, entries without end. */
const MAX_STREAM_BYTES = 200 * 1024 * 1024;

/** Reads a gzipped tar entry by entry. Refuses links, devices, pipes and everything else that is no file or folder. */
export async function readTarGz(file: string, visit: VisitEntry): Promise<void> {
  const reading = createReading(visit);
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  // A pipe does not hand on errors.
  source.on("error", (error) => plain.destroy(error));
  try {
    let total = 0;
    for await (const chunk of plain) {
      if (total === 0) assertTar(chunk);
      total += chunk.length;
      if (total > MAX_STREAM_BYTES) throw badArchive(`the tar is larger than ${MAX_STREAM_BYTES} bytes`);
      await reading.write(chunk);
    }
    if (total === 0) throw badArchive("the tar is empty");
    await reading.end();
  } catch (error) {
    throw isOurs(error) ? error : badArchive(`the tar is damaged or hostile: ${messageOf(error)}`, error);
  } finally {
    source.destroy();
    plain.destroy();
  }
}

/** Feeds the parser and waits for the visits, one after the other; the first failure ends it. */
function createReading(visit: VisitEntry) {
  const parser = new Parser({ strict: true, brotli: false, zstd: false });
  let failure: unknown;
  let visits: Promise<void> = Promise.resolve();
  const fail = (error: unknown) => {
    failure ??= error;
  };
  parser.on("entry", (entry: ReadEntry) => {
    visits = visits.then(() => (failure === undefined ? visitEntry(entry, visit) : undefined)).catch(fail);
    // The parser goes on only when the entry is used up, also after a failure.
    visits = visits.finally(() => entry.resume());
  });
  parser.on("ignoredEntry", (entry: ReadEntry) => fail(notPlain(entry)));
  parser.on("error", fail);
  const ended = new Promise<void>((resolve) => parser.on("end", resolve).on("error", () => resolve()));
  return {
    async write(chunk: Buffer) {
      if (!parser.write(chunk)) await once(parser, "drain");
      if (failure !== undefined) throw failure;
    },
    async end() {
      parser.end();
      await ended;
      await visits;
      if (failure !== undefined) throw failure;
    },
  };
}

async function visitEntry(entry: ReadEntry, visit: VisitEntry): Promise<void> {
  const { type, path } = entry;
  if (type !== "File" && type !== "OldFile" && type !== "ContiguousFile" && type !== "Directory")
    throw notPlain(entry);
  await visit({
    path,
    type: type === "Directory" ? "directory" : "file",
    executable: ((entry.mode ?? 0) & 0o100) !== 0,
    content: () => entry as AsyncIterable<Uint8Array>,
  });
}

function notPlain(entry: ReadEntry): DejimaError {
  return badArchive(`"${entry.path.slice(0, 120)}" is a ${entry.type}, which a skill may not hold`);
}

/** Else the parser would take the content for another compressed layer and open that one too. */
function assertTar(chunk: Buffer): void {
  if (chunk.subarray(257, 262).toString("latin1") !== "ustar") throw badArchive("it is not a tar archive");
}

function isOurs(error: unknown): boolean {
  return error instanceof DejimaError || (error instanceof Error && "syscall" in error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
