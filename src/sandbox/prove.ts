import { mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LEAKED_DESCRIPTOR } from "./bubblewrap/launcher.ts";
import type { Driver, ProofStep } from "./driver.ts";
import { createDriverSandbox } from "./driver-sandbox.ts";
import { DEFAULT_LIMITS } from "./limit/limits.ts";
import type { Mount } from "./sandbox.ts";

/** Lines of shell that succeed only if the containment fails. Each is harmless even then. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  "write /proc/sys":
    "cat /proc/sys/kernel/core_pattern > /tmp/v && cat /tmp/v > /proc/sys/kernel/core_pattern",
  "read a file outside": 'cat "$1"',
  "see a process outside": 'grep -q "^Name:.*node" "/proc/$2/status"',
  "find a network interface": "test $(grep -c : /proc/net/dev) -gt 1",
  "be root": "test $(id -u) = 0",
  "gain privileges": "! grep -q '^NoNewPrivs:.*1$' /proc/self/status",
  "go unfiltered": "! grep -q '^Seccomp:.*2$' /proc/self/status",
  "write the system": "touch /usr/dejima-proof && rm /usr/dejima-proof",
  "make a user namespace": "unshare -U true",
  "use an inherited descriptor": `cat /proc/self/fd/${LEAKED_DESCRIPTOR}/secret || test -e /proc/self/fd/${LEAKED_DESCRIPTOR}`,
};

/** Granted folders may come with rights over their files. Without any there must be no capability at all. */
const BARE_ATTEMPTS: Readonly<Record<string, string>> = {
  ...ATTEMPTS,
  "hold a capability": "! grep -q '^CapEff:.*0000000000000000$' /proc/self/status",
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
  const folder = await mkdtemp(join(tmpdir(), "dejima-proof-"));
  try {
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
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
  const argv = ["sh", "-c", proofScript(attempts), "sh", secret, String(process.pid)];
  const result = await sandbox.start(argv, { mounts }).result;
  if (!result.stdout.includes(END)) {
    const words = result.stderr.trim() || `exit code ${result.exitCode}`;
    throw new Error(result.cause ?? `the proof ended early: ${words}`);
  }
  const lines = new Set(result.stdout.split("\n"));
  return Object.keys(attempts).filter((name) => lines.has(`escaped: ${name}`));
}

function proofScript(attempts: typeof ATTEMPTS): string {
  const lines = Object.entries(attempts).map(
    ([name, script]) => `if ( ${script} ) >/dev/null 2>&1; then echo 'escaped: ${name}'; fi`,
  );
  return [...lines, `echo ${END}`].join("\n");
}
