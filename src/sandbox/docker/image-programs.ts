import { z } from "zod";
import type { Driver } from "../driver.ts";
import { createDriverSandbox } from "../driver-sandbox.ts";
import { programText } from "../inside-programs.ts";
import { DEFAULT_LIMITS } from "../limit/limits.ts";
import { INSIDE_PATH } from "./container.ts";

const listingSchema = z.object({
  /** Every program file of the image. */
  files: z.array(z.string()),
  /** What the names on the search path lead to. */
  names: z.record(z.string(), z.string()),
});

export type ImagePrograms = z.infer<typeof listingSchema>;

/** Looks into the image: which programs there are. Needs the Node that every image of ours has. */
export async function listImagePrograms(driver: Driver): Promise<ImagePrograms> {
  const { start } = createDriverSandbox(driver, DEFAULT_LIMITS);
  const argv = ["node", "-e", programText(listPrograms), ...INSIDE_PATH.split(":")];
  const { stdout, stderr, cause } = await start(argv).result;
  try {
    return listingSchema.parse(JSON.parse(stdout));
  } catch (error) {
    const why = cause ?? stderr.trim();
    throw new Error(`Cannot hold a program to those it was granted: the image cannot be looked at: ${why}`, {
      cause: error,
    });
  }
}

/** The files to be covered so that only these programs are left. */
export function otherPrograms({ files, names }: ImagePrograms, programs: readonly string[]): string[] {
  const kept = new Set(programs.map((name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)));
  return files.filter((file) => !kept.has(file));
}

/** Runs inside a container, with the folders of the search path as arguments. Travels as text, so it uses nothing from outside. */
function listPrograms(): void {
  const { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } =
    process.getBuiltinModule("node:fs");
  const files: string[] = [];
  const names: Record<string, string> = {};
  const isProgram = (path: string): boolean => {
    if (/\.(?:so|node)(?:\.|$)/.test(path) || (statSync(path).mode & 0o111) === 0) return false;
    try {
      const head = Buffer.alloc(4);
      const file = openSync(path, "r");
      readSync(file, head, 0, 4, 0);
      closeSync(file);
      return head.toString("latin1") === "\x7fELF";
    } catch {
      return true; // what cannot be read may still be run
    }
  };
  const entriesOf = (folder: string) => {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      return []; // not there, or closed to everybody inside
    }
  };
  const walk = (folder: string): void => {
    for (const entry of entriesOf(folder === "" ? "/" : folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !/^\/(?:proc|sys|dev|tmp|workspace)$/.test(path)) walk(path);
      if (entry.isFile() && isProgram(path)) files.push(path);
    }
  };
  walk("");
  for (const folder of process.argv.slice(1).reverse()) {
    for (const { name } of entriesOf(folder)) {
      try {
        names[name] = realpathSync(`${folder}/${name}`);
      } catch {
        // A link that leads nowhere runs nothing.
      }
    }
  }
  process.stdout.write(JSON.stringify({ files, names }));
}
