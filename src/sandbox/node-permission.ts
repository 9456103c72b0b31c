import { basename, dirname, resolve } from "node:path";
import type { Mount } from "./sandbox.ts";

/**
 * Adds Node's permission flags to a command that runs a Node script: it then reads and writes only the given folders and
 * starts no other programs. Defence in depth, not containment: some of Node's own modules do not ask these permissions.
 */
export function nodePermissionArguments(
  argv: readonly string[],
  folders: readonly Mount[],
): readonly string[] {
  const [program = "", script, ...rest] = argv;
  if (basename(program) !== "node" || script === undefined || script.startsWith("-")) return argv;
  const readable = [...folders.map((folder) => folder.path), dirname(resolve(script))];
  const writable = folders.filter((folder) => folder.access === "read-write").map((folder) => folder.path);
  return [
    program,
    "--permission",
    ...[...new Set(readable)].map((path) => `--allow-fs-read=${path}`),
    ...[...new Set(writable)].map((path) => `--allow-fs-write=${path}`),
    script,
    ...rest,
  ];
}
