import { chmod, mkdir, mkdtemp, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bridge } from "../inside/bridge.ts";
import { programText } from "../inside/program-text.ts";
import { warmNode } from "../inside/warm-node.ts";
import { removeTree } from "../remove-tree.ts";
import { seccompFilter } from "../seccomp/filter.ts";

/** Parts of the host's /etc that programs need to start or to speak TLS. None holds secrets. */
const PUBLIC_ETC = [
  "alternatives",
  "ca-certificates",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "pki/ca-trust/extracted",
  "pki/tls/certs",
  "ssl/certs",
  "ssl/openssl.cnf",
];

/** What every run of the driver sees as /etc and /opt/dejima, and its filter. Made once. */
export interface StateFolder {
  readonly etc: string;
  readonly tools: string;
  readonly empty: string;
  readonly filter: string;
  /** What of the host's /etc is bound over the places that `etc` keeps free. */
  readonly publicEtc: readonly string[];
  remove(): Promise<void>;
}

/** Whom root's runs become, unless their workspace belongs to somebody. */
const NOBODY = 65534;

export async function createStateFolder(): Promise<StateFolder> {
  const uid = process.getuid?.() || NOBODY;
  const gid = process.getgid?.() || NOBODY;
  const filter = seccompFilter(process.arch);
  if (filter === undefined) throw new Error(`there is no system call filter for ${process.arch}`);
  const root = await mkdtemp(join(tmpdir(), "dejima-bubblewrap-"));
  await chmod(root, 0o755);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "filter.bpf": filter,
    "etc/passwd": `root:x:0:0::/:/bin/false\nsandbox:x:${uid}:${gid}::/tmp:/bin/sh\n`,
    "etc/group": `root:x:0:\nsandbox:x:${gid}:\n`,
    "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "etc/resolv.conf": "",
    "tools/inside/bridge.cjs": programText(bridge),
    "tools/inside/warm-node.cjs": programText(warmNode),
    "tools/bin/node": "", // a place to bind the real one over
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await mkdir(join(root, "empty"));
  const publicEtc: string[] = [];
  for (const path of PUBLIC_ETC) if (await keepPlace(root, path)) publicEtc.push(`/etc/${path}`);
  return {
    etc: join(root, "etc"),
    tools: join(root, "tools"),
    empty: join(root, "empty"),
    filter: join(root, "filter.bpf"),
    publicEtc,
    remove: () => removeTree(root),
  };
}

/** Makes an empty file or folder where one of the host's will be bound: a read-only /etc cannot grow any. */
async function keepPlace(root: string, path: string): Promise<boolean> {
  const info = await stat(`/etc/${path}`).catch(() => undefined);
  if (info === undefined) return false;
  const place = join(root, "etc", path);
  await mkdir(info.isDirectory() ? place : dirname(place), { recursive: true });
  if (!info.isDirectory()) await writeFile(place, "");
  return true;
}
