import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import type { DejimaError } from "../../../contract/error.ts";
import { badArchive, readError, type VisitEntry } from "./admission.ts";

/** Also limits decompressed bytes that are dropped: padding, headers, endless entries. */
const MAX_STREAM_BYTES = 200 * 1024 * 1024;

/** Reads a gzipped tar entry by entry. Refuses everything that is not a file or a folder. */
export async function readTarGz(file: string, visit: VisitEntry): Promise<void> {
  const reading = createReading(visit);
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  // `pipe` does not forward errors.
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
    throw readError("tar", error);
  } finally {
    source.destroy();
    plain.destroy();
  }
}

/** Feeds the parser and waits for each visit in turn. The first failure ends the reading. */
function createReading(visit: VisitEntry) {
  const parser = new Parser({ strict: true, brotli: false, zstd: false });
  let failure: unknown;
  let visits: Promise<void> = Promise.resolve();
  const fail = (error: unknown) => {
    failure ??= error;
  };
  parser.on("entry", (entry: ReadEntry) => {
    visits = visits.then(() => (failure === undefined ? visitEntry(entry, visit) : undefined)).catch(fail);
    // The parser continues only after the entry is consumed, also after a failure.
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
    content: () => entry,
  });
}

function notPlain(entry: ReadEntry): DejimaError {
  return badArchive(`"${entry.path.slice(0, 120)}" is a ${entry.type}, which a skill may not contain`);
}

/** Without this check, the parser would decompress a nested compressed layer too. */
function assertTar(chunk: Buffer): void {
  if (chunk.subarray(257, 262).toString("latin1") !== "ustar") throw badArchive("it is not a tar archive");
}
