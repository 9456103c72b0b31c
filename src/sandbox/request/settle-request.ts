import { isAbsolute } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { isInside } from "../../support/paths.ts";
import type { LaunchRequest } from "../driver.ts";
import type { Limits } from "../limit/limits.ts";
import type { StartOptions } from "../sandbox.ts";
import { settleHidden, settleMasks, settleMounts } from "./settle-paths.ts";

/**
 * The tools that a plain shell script needs, and that a run with only named programs keeps: files and text,
 * nothing that uses a network, interprets another language, packs, compiles or installs.
 */
export const PLAIN_TOOLS: readonly string[] = `
  [ basename cat chmod cmp comm cp cut date dd diff dirname du echo env expr false find fold grep egrep fgrep head id
  join ln ls md5sum mkdir mktemp mv nl nproc od paste printf pwd readlink realpath rm rmdir sed seq sh sha256sum sleep
  sort split stat tail tee test timeout touch tr true uname uniq wc which xargs yes
`
  .trim()
  .split(/\s+/);

/** The longest argument. The kernel rejects more with a less helpful error. */
const MAX_ARGUMENT_BYTES = 128 * 1024;

interface RequestOptions extends StartOptions {
  /** The limits of this run, already lowered. */
  readonly settled: Limits;
  readonly proxySocket: string | undefined;
}

/** Checks a whole request before anything is started. */
export function settleRequest(argv: readonly string[], options: RequestOptions): LaunchRequest {
  checkArguments(argv);
  const ownFolders = settleMounts(options.ownFolders ?? []);
  const mounts = settleMounts([
    ...(options.mounts ?? []),
    ...(options.workspace ? [options.workspace] : []),
    ...ownFolders,
  ]);
  const { workingDirectory } = options;
  if (workingDirectory !== undefined && !mounts.some((mount) => isInside(workingDirectory, mount.path))) {
    throw new DejimaError(
      "path_blocked",
      `Cannot start in "${workingDirectory}": it is not inside a granted folder`,
    );
  }
  const hidden = settleHidden(options.hidden ?? [], mounts);
  const masks = settleMasks(
    options.masks ?? [],
    [...(options.mounts ?? []), ...(options.workspace ? [options.workspace] : [])],
    hidden,
  );
  const folders = masks.filter(({ type }) => type === "hide-folder");
  return {
    argv,
    workspace: options.workspace,
    mounts,
    ownFolders,
    home: options.home,
    hidden: hidden.filter(
      ({ path }) => !folders.some(({ place }) => place !== path && isInside(path, place)),
    ),
    masks,
    workingDirectory,
    programs: options.programs && [...new Set([...PLAIN_TOOLS, ...options.programs, ...argv.slice(0, 1)])],
    environment: options.environment ?? {},
    limits: options.settled,
    proxySocket: options.proxySocket,
  };
}

function checkArguments(argv: readonly string[]): void {
  const [program] = argv;
  if (program === undefined || program === "") {
    throw new DejimaError("spawn_failed", "Cannot start a program: the argument list is empty");
  }
  if (program.includes("/") && !isAbsolute(program)) {
    throw new DejimaError(
      "spawn_failed",
      `Cannot start "${program}": name a program on the path or an absolute path`,
    );
  }
  for (const argument of argv) {
    if (argument.includes("\0"))
      throw new DejimaError("spawn_failed", "Cannot start a program: an argument contains NUL");
    if (Buffer.byteLength(argument) > MAX_ARGUMENT_BYTES - 1) {
      throw new DejimaError(
        "spawn_failed",
        `Cannot start "${program}": an argument is longer than ${MAX_ARGUMENT_BYTES} bytes`,
      );
    }
  }
}
