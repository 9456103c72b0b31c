import { readFileSync } from "node:fs";
import { mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/disk/temporary-folder.ts";
import { LEAKED_DESCRIPTOR } from "./bubblewrap/launcher.ts";
import type { Driver, ProofStep } from "./driver.ts";
import { createDriverSandbox } from "./driver-sandbox.ts";
import { DEFAULT_LIMITS } from "./limit/limits.ts";
import type { Mount } from "./sandbox.ts";

/**
 * Programs that the attempts use. Where possible they use only the shell: starting a program costs more than everything else that
 * an attempt does, and each runtime makes the proof.
 */
const HELPERS = [
  // status NAME VALUE: whether the kernel states this value about the shell.
  'status() { while read -r name value _; do test "$name $value" = "$1: $2" && return 0; done < /proc/self/status; return 1; }',
  "interfaces() { count=0; while read -r name _; do case $name in *:*) count=$((count + 1)) ;; esac; done < /proc/net/dev; }",
];

/** Lines of shell that succeed only if the containment fails. Each is harmless even then. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  "write /proc/sys":
    'read -r pattern < /proc/sys/kernel/core_pattern && echo "$pattern" > /proc/sys/kernel/core_pattern',
  "read a file outside": 'true < "$1"',
  "see a process outside": 'read -r name < "/proc/$2/comm" && test "$name" = "$3"',
  "find a network interface": "interfaces && test $count -gt 1",
  "be root": "test $(id -u) = 0",
  "gain privileges": "! status NoNewPrivs 1",
  "go unfiltered": "! status Seccomp 2",
  "write the system": "true > /usr/dejima-proof && rm /usr/dejima-proof",
  "make a user namespace": "unshare -U true",
  "use an inherited descriptor": `true < /proc/self/fd/${LEAKED_DESCRIPTOR}/secret || test -e /proc/self/fd/${LEAKED_DESCRIPTOR}`,
};

/** Granted folders may come with rights over their files. Without any there must be no capability at all. */
const BARE_ATTEMPTS: Readonly<Record<string, string>> = {
  ...ATTEMPTS,
  "hold a capability": "! status CapEff 0000000000000000",
};

/** Under a separate kernel, such as gVisor's, a program shows neither. */
const HOST_KERNEL_ONLY = new Set(["gain privileges", "go unfiltered", "make a user namespace"]);

/** Printed last: without it the script did not run to its end, and proves nothing. */
const END = "proof-complete";

interface ProofOptions {
  /** Whether the kernel inside is the host's own, so that a filter and the loss of privileges must show. */
  readonly isFiltered?: boolean;
}

/** Tries, inside the driver, what must not be possible. Throws if nothing could be tried. */
export async function prove(driver: Driver, { isFiltered = true }: ProofOptions = {}): Promise<ProofStep[]> {
  await using temporary = await temporaryFolder("dejima-proof-");
  const folder = temporary.path;
  const secret = join(folder, "secret");
  const granted = join(folder, "granted");
  await writeFile(secret, "outside", { mode: 0o644 });
  await mkdir(granted);
  await using outside = await open(folder, "r");
  const leaky: Driver = {
    ...driver,
    launch: (request) => driver.launch({ ...request, leaked: outside.fd }),
  };
  const escaped = (
    await Promise.all([
      attempt(leaky, BARE_ATTEMPTS, { secret, mounts: [] }),
      attempt(leaky, ATTEMPTS, { secret, mounts: [{ path: granted, access: "read-write" }] }),
    ])
  ).flat();
  const shown = Object.keys(BARE_ATTEMPTS).filter((name) => isFiltered || !HOST_KERNEL_ONLY.has(name));
  return shown.map((name) => {
    const contained = !escaped.includes(name);
    return { attempt: name, contained, detail: contained ? "refused" : "it succeeded" };
  });
}

interface World {
  readonly secret: string;
  readonly mounts: readonly Mount[];
}

/** The names of the attempts that succeeded. */
async function attempt(
  driver: Driver,
  attempts: typeof ATTEMPTS,
  { secret, mounts }: World,
): Promise<string[]> {
  const sandbox = createDriverSandbox(driver, { ...DEFAULT_LIMITS, wallTimeMs: 20_000 });
  const argv = ["sh", "-c", proofScript(attempts), "sh", secret, String(process.pid), ownName()];
  const result = await sandbox.start(argv, { mounts }).result;
  if (!result.stdout.includes(END)) {
    const words = result.stderr.trim() || `exit code ${result.exitCode}`;
    throw new Error(result.cause ?? `the proof ended early: ${words}`);
  }
  const lines = new Set(result.stdout.split("\n"));
  return Object.keys(attempts).filter((name) => lines.has(`escaped: ${name}`));
}

/** The name of our own process as the kernel shows it. Another process with our number inside has another name. */
function ownName(): string {
  try {
    return readFileSync("/proc/self/comm", "utf8").trimEnd();
  } catch {
    return process.title; // not Linux: a program inside a container sees no process of this machine
  }
}

function proofScript(attempts: typeof ATTEMPTS): string {
  const lines = Object.entries(attempts).map(
    ([name, script]) => `if ( ${script} ) >/dev/null 2>&1; then echo 'escaped: ${name}'; fi`,
  );
  return [...HELPERS, ...lines, `echo ${END}`].join("\n");
}
