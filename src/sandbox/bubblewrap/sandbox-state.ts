import { spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isAlive } from "../../support/process/process-identity.ts";
import { bridge, programText, warmNode } from "../inside-programs.ts";
import { removeTree } from "../remove-tree.ts";
import { type FilterOptions, seccompFilter } from "../seccomp/filter.ts";

/** Parts of the host's /etc that programs need to start. They are copied; none contains secrets. */
const COPIED_ETC = ["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "ssl/openssl.cnf"];

/**
 * Folders of the host's /etc that are bound over an empty folder. A system has hundreds of alternatives, and copying them takes
 * longer than the rest of a first start.
 */
const BOUND_ETC = ["alternatives", "ssl/certs", "pki/tls/certs", "pki/ca-trust/extracted"];

/** Followed by the id of the process that created it. */
const PREFIX = "dejima-bubblewrap-";

/** The user of root's runs, unless their workspace has another owner. */
const NOBODY = 65534;

/**
 * What every run of the driver sees as /etc, our programs inside, and the filter. Created once, and removed
 * even if our process is killed.
 */
export interface StateFolder {
  readonly etc: string;
  readonly programs: string;
  readonly empty: string;
  readonly filter: string;
  remove(): Promise<void>;
}

export async function createStateFolder(options: FilterOptions = {}): Promise<StateFolder> {
  const uid = process.getuid?.() || NOBODY;
  const gid = process.getgid?.() || NOBODY;
  const filter = seccompFilter(process.arch, options);
  if (filter === undefined) throw new Error(`there is no system call filter for ${process.arch}`);
  await sweep();
  const root = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const cleaner = startLeftoverCleaner(root);
  await chmod(root, 0o755);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "filter.bpf": filter,
    "etc/passwd": `root:x:0:0::/:/bin/false\nsandbox:x:${uid}:${gid}::/tmp:/bin/sh\n`,
    "etc/group": `root:x:0:\nsandbox:x:${gid}:\n`,
    "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "etc/resolv.conf": "",
    "programs/bridge.cjs": programText(bridge),
    "programs/warm-node.cjs": programText(warmNode),
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await mkdir(join(root, "empty"));
  for (const path of BOUND_ETC) await mkdir(join(root, "etc", path), { recursive: true });
  for (const path of COPIED_ETC) await copyEtc(path, join(root, "etc", path));
  return {
    etc: join(root, "etc"),
    programs: join(root, "programs"),
    empty: join(root, "empty"),
    filter: join(root, "filter.bpf"),
    async remove() {
      await cleaner.close();
      await removeTree(root);
    },
  };
}

async function copyEtc(path: string, place: string): Promise<void> {
  try {
    await cp(`/etc/${path}`, place, {
      recursive: true,
      verbatimSymlinks: true,
      dereference: path === "localtime",
    });
  } catch {
    // Not every system has each of them.
  }
}

/** Removes folders left by processes that ended without closing their sandbox. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!Number.isNaN(owner) && !isAlive(owner)) await removeTree(join(tmpdir(), name)).catch(() => {});
  }
}

/** Removes what is left of our sandboxes when our process is killed. */
interface LeftoverCleaner {
  /** Stops the cleaner: everything was closed. */
  close(): Promise<void>;
}

/** Rounds without a match, a tenth of a second apart, after which nothing more can appear. */
const QUIET_ROUNDS = 20;

/**
 * Waits at a pipe that only our process keeps open. A byte means that everything was closed; end of file without
 * one means that our process was killed. Then every bubblewrap that names the folder is killed: its first
 * process takes all others with it. The folder is in no argument of the cleaner itself, or it would match
 * itself.
 */
const CLEANER_SCRIPT = `
read -r folder || exit 0
read -r word && exit 0
quiet=0
while [ "$quiet" -lt ${QUIET_ROUNDS} ]; do
  quiet=$((quiet + 1))
  for file in $(printf '%s\\n' "$folder" | grep -lsF -f - /proc/[0-9]*/cmdline); do
    pid=\${file#/proc/}
    pid=\${pid%/cmdline}
    read -r name < "/proc/$pid/comm" && [ "$name" = bwrap ] && kill -9 "$pid" && quiet=0
  done
  sleep 0.1
done
rm -rf -- "$folder"
`;

/**
 * `--die-with-parent` takes effect late: a bubblewrap whose parent is killed while the sandbox is set up
 * stays, waiting or even running its program. A small shell in its own session finds these by the state
 * folder that they all name.
 */
function startLeftoverCleaner(folder: string): LeftoverCleaner {
  const child = spawn("/bin/sh", ["-c", CLEANER_SCRIPT, "dejima-leftover-cleaner"], {
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve()); // without a shell no program can be launched either
  });
  child.stdin.on("error", () => {});
  child.stdin.write(`${folder}\n`);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return {
    async close() {
      child.ref();
      child.stdin.end("closed\n");
      await ended;
    },
  };
}
