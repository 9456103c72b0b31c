import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { createProgramView, type ProgramView } from "./program-view.ts";
import type { StateFolder } from "./sandbox-state.ts";

/** The path of our own Node and helpers inside. */
export const TOOLS = "/opt/dejima";

/** The path of our programs inside. */
export const INSIDE_PROGRAMS = `${TOOLS}/inside`;

/** The search path inside: our Node before any other. */
export const INSIDE_PATH = `${TOOLS}/bin:/usr/local/bin:/usr/bin:/bin`;

/**
 * Machine files that programs with rights over root's files could still read or write. bubblewrap covers the
 * rest.
 */
const MACHINE_FILES = [
  "kcore",
  "kpagecgroup",
  "kpagecount",
  "kpageflags",
  "latency_stats",
  "sched_debug",
  "timer_list",
];
const MACHINE_FOLDERS = ["/proc/acpi", "/proc/asound", "/proc/driver", "/proc/scsi", "/usr/local/etc"];

const CERTIFICATES = ["/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted"];

/**
 * The system that runs see, as arguments of bubblewrap. Computed once per driver. Every bind adds a tenth of
 * a millisecond to each start, so each part is used only when needed.
 */
export interface SystemView {
  readonly base: readonly string[];
  /** Our own Node. */
  readonly node: readonly string[];
  /** Arguments that leave only some programs of the system. */
  only(programs: readonly string[]): readonly string[];
  /** For programs with rights over root's files, which file permissions no longer stop. */
  readonly covered: readonly string[];
  /** For programs that reach hosts. */
  readonly certificates: readonly string[];
  /** For programs that run behind a program of Dejima. */
  readonly programs: readonly string[];
}

export function describeSystem({ state, node }: { state: StateFolder; node: string }): SystemView {
  const there = (path: string) => existsSync(path);
  const bind = (from: string, to: string) => ["--ro-bind", from, to];
  let view: ProgramView | undefined; // created when the first run needs it
  return {
    base: [
      ...bind("/usr", "/usr"),
      ...["/bin", "/sbin", "/lib", "/lib32", "/lib64"].flatMap(rootFolder),
      ...bind(state.etc, "/etc"),
      ...["/etc/alternatives"].filter(there).flatMap((path) => bind(path, path)),
      ...["/opt", TOOLS, `${TOOLS}/bin`].flatMap((path) => ["--perms", "0755", "--dir", path]),
      ...["--proc", "/proc", ...bind("/proc/sys", "/proc/sys"), "--dev", "/dev"],
    ],
    node: bind(node, `${TOOLS}/bin/node`),
    only(programs) {
      view ??= createProgramView(state.empty);
      return view.only(programs);
    },
    covered: [
      ...MACHINE_FILES.map((name) => `/proc/${name}`)
        .filter(there)
        .flatMap((path) => bind("/dev/null", path)),
      ...MACHINE_FOLDERS.filter(isFilled).flatMap((path) => bind(state.empty, path)),
    ],
    certificates: CERTIFICATES.filter(there).flatMap((path) => bind(path, path)),
    programs: bind(state.programs, INSIDE_PROGRAMS),
  };
}

/** A link on systems that keep everything below /usr, else a folder. */
function rootFolder(path: string): string[] {
  const info = lstatSync(path, { throwIfNoEntry: false });
  if (info === undefined) return [];
  return info.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

function isFilled(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
