import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { create } from "tar";
import { findProgram } from "../find-program.ts";
import { removeTree } from "../remove-tree.ts";

const run = promisify(execFile);

/** A root file system as one stream, for engines that cannot reach a registry. */
export interface RootFilesystem {
  readonly tar: Readable;
  dispose(): Promise<void>;
}

/** Puts one together out of what is on this machine: a busybox without libraries, Node, and the libraries of Node. */
export async function assembleRootFilesystem(node: string): Promise<RootFilesystem> {
  const busybox = findProgram("busybox");
  if (busybox === undefined) throw new Error("busybox is not installed");
  const root = await mkdtemp(join(tmpdir(), "dejima-rootfs-"));
  try {
    for (const folder of [
      "bin",
      "etc",
      "tmp",
      "workspace",
      "usr/bin",
      "usr/local/bin",
      "proc",
      "sys",
      "dev",
      "opt",
    ]) {
      await mkdir(join(root, folder), { recursive: true });
    }
    await copyFile(busybox, join(root, "bin/busybox"));
    const { stdout } = await run(busybox, ["--list"]);
    for (const name of stdout.split("\n").filter((line) => line !== "" && line !== "busybox")) {
      await symlink("busybox", join(root, "bin", name));
    }
    await copyInto(root, node, "/usr/local/bin/node");
    for (const library of await librariesOf(node)) await copyInto(root, library, library);
    await writeFile(
      join(root, "etc/passwd"),
      "root:x:0:0::/:/bin/false\nsandbox:x:65534:65534::/tmp:/bin/sh\n",
    );
    await writeFile(join(root, "etc/group"), "root:x:0:\nsandbox:x:65534:\n");
    await writeFile(join(root, "etc/nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files\n");
    await chmod(root, 0o755);
    await chmod(join(root, "tmp"), 0o1777); // engines give what they mount there the mode of the place
    await chmod(join(root, "workspace"), 0o777);
    const tar = create({ cwd: root }, ["."]) as unknown as Readable; // a minipass stream reads like one
    return { tar, dispose: () => removeTree(root) };
  } catch (error) {
    await removeTree(root);
    throw error;
  }
}

async function copyInto(root: string, from: string, to: string): Promise<void> {
  const place = join(root, to);
  await mkdir(dirname(place), { recursive: true });
  await copyFile(await realpath(from), place);
  await chmod(place, 0o755);
}

/** What the loader would load, by its own word; the loader itself is among it. */
async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run("ldd", [program]);
  const paths = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].flatMap((match) => match[1] ?? []);
  return paths.filter((path) => basename(path) !== basename(program));
}
