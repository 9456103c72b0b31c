import { DejimaError } from "../contract/error.ts";
import { type Language, message } from "../contract/words/messages.ts";
import { oneLine } from "../text/one-line.ts";
import type { SentFile } from "./attachment-store.ts";

/** A file of a message at a messenger, before it is downloaded. */
export interface OfferedFile {
  readonly name: string;
  readonly mediaType: string;
  /** Downloads it. Fails with `too_large` beyond `maxBytes`. */
  download(maxBytes: number): Promise<Uint8Array>;
}

const MAX_FILES = 10;
const MAX_FILE_BYTES = 20 * 1024 ** 2;
const MAX_TOTAL_BYTES = 50 * 1024 ** 2;
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 60;

/**
 * Downloads the files of one message, one after another, up to a number and a total size. A file that
 * turns out too large counts with the bytes that were read.
 */
export async function downloadOffered(
  offered: readonly OfferedFile[],
): Promise<{ readonly files: readonly SentFile[]; readonly leftOut: readonly string[] }> {
  const files: SentFile[] = [];
  const leftOut: string[] = [];
  let rest = MAX_TOTAL_BYTES;
  for (const { name, mediaType, download } of offered) {
    const maxBytes = files.length < MAX_FILES ? Math.min(MAX_FILE_BYTES, rest) : 0;
    const content = maxBytes > 0 ? await download(maxBytes).catch(unlessTooLarge) : undefined;
    rest -= content?.byteLength ?? maxBytes;
    if (content === undefined) leftOut.push(name);
    else files.push({ name, mediaType, content });
  }
  return { files, leftOut };
}

function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof DejimaError && error.code === "too_large")) throw error;
}

/** Names the files that were left out, and the limits. */
export function omittedFilesText(leftOut: readonly string[], language: Language): string {
  const names = leftOut.slice(0, MAX_NAMES).map((name) => oneLine(name, MAX_NAME_LENGTH));
  const more = leftOut.length > MAX_NAMES ? ["…"] : [];
  const limits = { most: MAX_FILES, each: MAX_FILE_BYTES / 1024 ** 2, total: MAX_TOTAL_BYTES / 1024 ** 2 };
  return message("filesLeftOut", language, {
    count: leftOut.length,
    names: [...names, ...more].join(", "),
    ...limits,
  });
}
