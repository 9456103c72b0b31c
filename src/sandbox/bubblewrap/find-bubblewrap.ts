import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { release } from "node:os";
import { promisify } from "node:util";
import { thrownText } from "../../support/thrown-text.ts";
import type { DriverReport, FoundDriver, ProofStep } from "../driver.ts";
import { findCgroups } from "../limit/find-cgroups.ts";
import type { LimitName } from "../limit/limits.ts";
import { findProgram } from "../process/find-program.ts";
import { prove } from "../prove.ts";
import type { FilterOptions } from "../seccomp/filter.ts";
import { createWarmPool, type WarmPoolOptions } from "../warm-pool.ts";
import { createBubblewrapDriver } from "./bubblewrap-driver.ts";
import { createStateFolder } from "./sandbox-state.ts";

const INSTALL = "apt-get install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora)";

/** The first version that can limit the size of a private folder. */
const MIN_VERSION = [0, 7] as const;

interface BubblewrapSearch extends FilterOptions {
  /** The Node that runs inside. Default: our own. */
  readonly node?: string | undefined;
  /** Set to keep processes waiting. */
  readonly warmPool?: WarmPoolOptions | undefined;
}

/** Looks for bubblewrap and has it pass the proof. */
export async function findBubblewrap(search: BubblewrapSearch = {}): Promise<FoundDriver> {
  const cgroups = await findCgroups();
  const base: DriverReport = {
    name: "bubblewrap",
    usable: false,
    boundary: "security boundary",
    proof: [],
    limits: {
      mechanism: cgroups?.mechanism ?? "rlimits only",
      notHeld: cgroups === undefined ? withoutGroups() : [],
    },
  };
  const programs = await findPrograms();
  if ("reason" in programs) return { report: { ...base, ...programs } };
  let proof: ProofStep[] = [];
  let reason: string;
  try {
    const state = await createStateFolder(search);
    const driver = createBubblewrapDriver({
      ...programs,
      state,
      node: search.node ?? process.execPath,
      cgroups,
      countProcesses: cgroups === undefined && countsPerNamespace(release()),
    });
    try {
      proof = await prove(driver);
      if (proof.every((step) => step.contained)) {
        const ready = search.warmPool === undefined ? driver : createWarmPool(driver, search.warmPool);
        return { report: { ...base, usable: true, proof }, driver: ready };
      }
      reason = "it failed its own proof";
    } catch (error) {
      reason = explain(error);
    }
    await driver.close();
  } catch (error) {
    reason = explain(error);
  }
  return { report: { ...base, proof, reason } };
}

interface Programs {
  readonly bwrap: string;
  readonly setpriv: string;
}

async function findPrograms(): Promise<Programs | { reason: string; install: string }> {
  const bwrap = findProgram("bwrap");
  const setpriv = findProgram("setpriv");
  if (bwrap === undefined) return { reason: "bwrap is not installed", install: INSTALL };
  if (findProgram("prlimit") === undefined || setpriv === undefined) {
    return { reason: "prlimit or setpriv is not installed", install: "apt-get install util-linux" };
  }
  const version = await versionOf(bwrap);
  const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  if (major > MIN_VERSION[0] || minor >= MIN_VERSION[1]) return { bwrap, setpriv };
  return {
    reason: `${version.trim()} is too old: ${MIN_VERSION.join(".")} or newer is needed`,
    install: INSTALL,
  };
}

/** What a file said of its version. A process with many runtimes asks it once. */
const VERSIONS = new Map<string, string>();

async function versionOf(program: string): Promise<string> {
  const { dev, ino, size, mtimeMs, ctimeMs } = await stat(program);
  const file = [program, dev, ino, size, mtimeMs, ctimeMs].join(" ");
  const known = VERSIONS.get(file);
  if (known !== undefined) return known;
  const { stdout } = await promisify(execFile)(program, ["--version"]);
  VERSIONS.set(file, stdout);
  return stdout;
}

/**
 * Since 5.14 the kernel counts processes per user namespace. Before, a limit would count all processes of the
 * user.
 */
function countsPerNamespace(release: string): boolean {
  const [major = 0, minor = 0] = release.split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

const withoutGroups = (): LimitName[] => (countsPerNamespace(release()) ? ["cpus"] : ["cpus", "processes"]);

function explain(error: unknown): string {
  const message = thrownText(error);
  const hint = /namespace|uid map|Operation not permitted/i.test(message)
    ? " (user namespaces must be allowed: sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns)"
    : "";
  return `${message}${hint}`;
}
