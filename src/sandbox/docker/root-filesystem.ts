import { execFile } from "node:child_process";
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { create } from "tar";
import { z } from "zod";
import { findProgram } from "../process/find-program.ts";
import { removeTree } from "../remove-tree.ts";

/** A root file system as a tar stream, for engines that cannot reach a registry. */
interface RootFilesystem {
  readonly tar: Readable;
  dispose(): Promise<void>;
}

interface RootFilesystemParts {
  readonly node: string;
  readonly python: SystemPython | undefined;
}

/** Assembles a root filesystem from this machine's files: a static busybox, Node, and Python if there is one. */
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
    await chmod(join(root, "tmp"), 0o1777); // engines give mounts the mode of their mount point
    await chmod(join(root, "workspace"), 0o777);
    const tar = create({ cwd: root }, ["."]) as unknown as Readable; // a minipass stream can be read as one
    return { tar, dispose: () => removeTree(root) };
  } catch (error) {
    await removeTree(root);
    throw error;
  }
}

/**
 * Copies a program of this machine into a root file system, with every library that it loads at its start.
 */
async function copyProgram(root: string, from: string, to: string): Promise<void> {
  await copyInto(root, from, to);
  await copyLibraries(root, from);
}

/** Copies the libraries that the loader lists for a program or library, including the loader itself. */
async function copyLibraries(root: string, file: string): Promise<void> {
  const { stdout } = await promisify(execFile)("ldd", [file]);
  const paths = [...stdout.matchAll(/(?<!\S)(\/\S{1,4096}) \(0x/g)].flatMap((match) => match[1] ?? []);
  for (const path of paths.filter((path) => basename(path) !== basename(file))) {
    await copyInto(root, path, path);
  }
}

async function copyInto(root: string, from: string, to: string): Promise<void> {
  const place = join(root, to);
  await mkdir(dirname(place), { recursive: true });
  await copyFile(await realpath(from), place);
  await chmod(place, 0o755);
}

/** The Python of this machine: its executable and its standard library. */
const pythonSchema = z.object({ version: z.string(), executable: z.string(), library: z.string() });

export type SystemPython = z.infer<typeof pythonSchema>;

const QUESTION = `\
import json, platform, sys, sysconfig
library = sysconfig.get_path("stdlib")
print(json.dumps({"version": platform.python_version(), "executable": sys.executable, "library": library}))`;

/** What scripts never import: third-party packages, tests, and what needs a screen or a compiler. */
const EXCLUDED = /^(?:(?:site|dist)-packages|test|idlelib|tkinter|turtledemo|ensurepip|lib2to3|config-.*)$/;

/** Looks for a Python among the system's programs. */
export async function findPython(): Promise<SystemPython | undefined> {
  const program = findProgram("python3");
  if (program === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)(program, ["-I", "-S", "-c", QUESTION]);
    return pythonSchema.parse(JSON.parse(stdout));
  } catch {
    return undefined; // a Python that cannot report its own paths is of no use inside
  }
}

/** Copies Python with its standard library, to the same paths, so that it finds itself. */
async function copyPython(root: string, { executable, library }: SystemPython): Promise<void> {
  await copyProgram(root, executable, executable);
  await cp(library, join(root, library), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path === library || !EXCLUDED.test(basename(path)),
  });
  const extensions = join(library, "lib-dynload");
  for (const name of await readdir(extensions).catch(() => [])) {
    await copyLibraries(root, join(extensions, name));
  }
}
