import { chmod, cp, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isAlive } from "../../support/process-identity.ts";
import { bridge } from "../inside/bridge.ts";
import { programText } from "../inside/program-text.ts";
import { warmNode } from "../inside/warm-node.ts";
import { removeTree } from "../remove-tree.ts";
import { type FilterOptions, seccompFilter } from "../seccomp/filter.ts";
import { startNightWatch } from "./night-watch.ts";

/** Parts of the host's /etc that programs need to start, copied; none holds secrets. */
const COPIED_ETC = [
  "alternatives",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "ssl/openssl.cnf",
];

/** Folders of the host's /etc that are bound over an empty place. */
const BOUND_ETC = ["ssl/certs", "pki/tls/certs", "pki/ca-trust/extracted"];

/** What every run of the driver sees as /etc, our programs inside, and the filter. Made once, and watched over. */
export interface StateFolder {
  readonly etc: string;
  readonly programs: string;
  readonly empty: string;
  readonly filter: string;
  remove(): Promise<void>;
}

/** Followed by the number of the process that made it. */
const PREFIX = "dejima-bubblewrap-";

/** Whom root's runs become, unless their workspace belongs to somebody. */
const NOBODY = 65534;

export async function createStateFolder(options: FilterOptions = {}): Promise<StateFolder> {
  const uid = process.getuid?.() || NOBODY;
  const gid = process.getgid?.() || NOBODY;
  const filter = seccompFilter(process.arch, options);
  if (filter === undefined) throw new Error(`there is no system call filter for ${process.arch}`);
  await sweep();
  const root = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const watch = startNightWatch(root);
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
      await watch.close();
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

/** Removes what processes left that ended without closing their sandbox. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!Number.isNaN(owner) && !isAlive(owner)) await removeTree(join(tmpdir(), name)).catch(() => {});
  }
}
