import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { isInside } from "../../../support/paths.ts";

const manifestSchema = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  directories: z.object({ bin: z.string().optional() }).optional(),
});

/** The command that starts a fetched package, as npx would choose it. */
export async function findPackageProgram(
  folder: string,
  name: string,
  program?: string,
): Promise<readonly string[]> {
  const at = join(folder, "node_modules", name);
  const manifest = manifestSchema.safeParse(JSON.parse(await readFile(join(at, "package.json"), "utf8")));
  const { bin = {} } = manifest.data ?? {};
  const short = name.slice(name.indexOf("/") + 1);
  const programs = new Map(Object.entries(typeof bin === "string" ? { [short]: bin } : bin));
  const only = new Set(programs.values()).size === 1 ? [...programs.values()][0] : undefined;
  const chosen = program === undefined ? (programs.get(short) ?? only) : programs.get(program);
  const file = chosen === undefined ? undefined : join(at, chosen);
  if (file === undefined || !isInside(file, at)) throw noProgram(name, program, [...programs.keys()]);
  const isNode = await isForNode(file);
  if (isNode === undefined) throw missingFile(name, chosen);
  return isNode ? ["node", file] : [file];
}

/** Whether Node runs a program. Returns `undefined` if the file is missing. */
async function isForNode(file: string): Promise<boolean | undefined> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(200), 0, 200, 0);
    const [line = ""] = buffer.toString("utf8", 0, bytesRead).split("\n");
    return line.startsWith("#!") ? /\bnode\b/.test(line) : /\.[cm]?js$/.test(file);
  } finally {
    await handle.close();
  }
}

function missingFile(name: string, file: string | undefined): DejimaError {
  return new DejimaError(
    "server_unavailable",
    `Cannot start the package ${name}: it names "${file}" as its program and does not contain that file. Try another version, or --install-scripts if a script makes the file`,
  );
}

function noProgram(name: string, program: string | undefined, programs: readonly string[]): DejimaError {
  const has = programs.length === 0 ? "it has none" : `it has ${programs.join(", ")}`;
  const wanted = program === undefined ? "which of its programs to start" : `the program "${program}"`;
  return new DejimaError(
    "invalid_input",
    `Cannot tell ${wanted} of the package ${name}: ${has}. \`npx -p ${name} PROGRAM\` names one`,
  );
}
