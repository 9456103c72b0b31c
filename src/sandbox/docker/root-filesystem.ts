import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { create } from "tar";
import { findProgram } from "../process/find-program.ts";
import { removeTree } from "../remove-tree.ts";
import { copyProgram } from "./copy-program.ts";
import { copyPython, type SystemPython } from "./system-python.ts";

/** A root file system as one stream, for engines that cannot reach a registry. */
interface RootFilesystem {
  readonly tar: Readable;
  dispose(): Promise<void>;
}

interface RootFilesystemParts {
  readonly node: string;
  readonly python: SystemPython | undefined;
}

/** Puts one together out of what is on this machine: a busybox without libraries, Node, and Python where there is one. */
export async function assembleRootFilesystem({ node, python }: RootFilesystemParts): Promise<RootFilesystem> {
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
    const { stdout } = await promisify(execFile)(busybox, ["--list"]);
    for (const name of stdout.split("\n").filter((line) => line !== "" && line !== "busybox")) {
      await symlink("busybox", join(root, "bin", name));
    }
    await copyProgram(root, node, "/usr/local/bin/node");
    if (python !== undefined) await copyPython(root, python);
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
