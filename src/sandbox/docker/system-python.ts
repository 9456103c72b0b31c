import { execFile } from "node:child_process";
import { cp, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { findProgram } from "../process/find-program.ts";
import { copyLibraries, copyProgram } from "./copy-program.ts";

/** The Python of this machine: where it stands and where its standard library is. */
const pythonSchema = z.object({ version: z.string(), executable: z.string(), library: z.string() });

export type SystemPython = z.infer<typeof pythonSchema>;

const QUESTION = `\
import json, platform, sys, sysconfig
library = sysconfig.get_path("stdlib")
print(json.dumps({"version": platform.python_version(), "executable": sys.executable, "library": library}))`;

/** What scripts never import: other people's packages, tests, and what needs a screen or a compiler. */
const LEFT_OUT = /^(?:(?:site|dist)-packages|test|idlelib|tkinter|turtledemo|ensurepip|lib2to3|config-.*)$/;

/** Looks for a Python among the programs of the system. */
export async function findPython(): Promise<SystemPython | undefined> {
  const program = findProgram("python3");
  if (program === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)(program, ["-I", "-S", "-c", QUESTION]);
    return pythonSchema.parse(JSON.parse(stdout));
  } catch {
    return undefined; // one that cannot even say where it stands is of no use inside
  }
}

/** Copies it with its standard library, at the same places, so that it finds itself. */
export async function copyPython(root: string, { executable, library }: SystemPython): Promise<void> {
  await copyProgram(root, executable, executable);
  await cp(library, join(root, library), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path === library || !LEFT_OUT.test(basename(path)),
  });
  const extensions = join(library, "lib-dynload");
  for (const name of await readdir(extensions).catch(() => [])) {
    await copyLibraries(root, join(extensions, name));
  }
}
