import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { sha256 } from "../../support/sha256.ts";
import { unsealRecord } from "./log-record.ts";

/**
 * Where the chain of a log stands, so that writing can go on. A last line that a crash has cut short is set apart in a file
 * of its own beside the log; undefined when the log holds no record yet.
 */
export function recoverLogEnd(path: string): { records: number; hash: string } | undefined {
  const content = readFileSync(path);
  const end = content.lastIndexOf(10) + 1;
  if (end < content.length) {
    const torn = content.subarray(end);
    const name = `events.torn-${end}-${sha256(torn).slice(0, 8)}`;
    writeFileSync(join(dirname(path), name), torn, { mode: 0o600 });
    truncateSync(path, end);
  }
  if (end === 0) return undefined;
  const begin = end === 1 ? 0 : content.lastIndexOf(10, end - 2) + 1;
  const record = unsealRecord(content.subarray(begin, end - 1));
  if (record === undefined) {
    throw new DejimaError(
      "conflict",
      `Cannot go on writing "${path}": its last line is no record. Run \`dejima log verify\` on this run`,
      { path },
    );
  }
  return { records: record.seq + 1, hash: record.hash };
}
