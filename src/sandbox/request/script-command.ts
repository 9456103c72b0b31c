import { open, readFile, realpath, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { isInside } from "../../support/paths.ts";

/** The interpreter of a file by its extension. Node strips TypeScript types itself. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  ".js": "node",
  ".mjs": "node",
  ".cjs": "node",
  ".ts": "node",
  ".mts": "node",
  ".cts": "node",
  ".py": "python3",
  ".sh": "sh",
  ".bash": "bash",
};

/** Interpreters that a shebang may name and that the sandbox has under these names. */
const KNOWN = new Set(["node", "python3", "sh", "bash", "dash", "perl", "ruby"]);

/** The entry files of a folder without package.json, as in skills. */
const ENTRY_NAMES = Object.keys(BY_EXTENSION).map((extension) => `index${extension}`);

const packageSchema = z.object({
  main: z.string().optional(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

/** The arguments that run a script: a file by its shebang or extension, a folder by its package.json. */
export async function scriptCommand(path: string, args: readonly string[] = []): Promise<string[]> {
  const real = await realPlace(path);
  const script = (await stat(real)).isDirectory() ? await entryOf(real) : real;
  const named = await shebang(script);
  const byExtension = BY_EXTENSION[extname(script).toLowerCase()];
  if (named !== undefined && KNOWN.has(named[0] ?? "")) return [...named, script, ...args];
  if (byExtension !== undefined) return [byExtension, script, ...args];
  if (named !== undefined) return [...named, script, ...args];
  throw new DejimaError(
    "invalid_input",
    `Cannot run "${path}": its first line names no interpreter and its extension is none of ${Object.keys(BY_EXTENSION).join(", ")}`,
  );
}

async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw new DejimaError("invalid_input", `Cannot run "${path}": no such file`, {}, { cause: error });
  }
}

/** The words of a `#!` line, without `env` and its `-S`, with `python` replaced by the Python that exists. */
async function shebang(path: string): Promise<string[] | undefined> {
  await using file = await open(path);
  const head = Buffer.alloc(256);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const line = /^#!\s*([^\r\n]+)/.exec(head.toString("utf8", 0, bytesRead))?.[1];
  if (line === undefined) return undefined;
  const words = line.trim().split(/\s+/);
  if (basename(words[0] ?? "") === "env") words.shift();
  if (words[0] === "-S") words.shift();
  const [program, ...flags] = words;
  if (program === undefined || program === "") return undefined;
  const name = basename(program).replace(/^python[\d.]*$/, "python3");
  return [KNOWN.has(name) ? name : program, ...flags];
}

async function entryOf(folder: string): Promise<string> {
  const named = await packageEntry(folder);
  for (const name of named === undefined ? ENTRY_NAMES : [named]) {
    const entry = await realpath(join(folder, name)).catch(() => undefined);
    if (entry === undefined) continue;
    if (isInside(entry, folder) && (await stat(entry)).isFile()) return entry;
    throw new DejimaError(
      "path_blocked",
      `Cannot run "${folder}": its entry "${name}" is outside the folder`,
    );
  }
  const missing = named ?? "package.json with main or bin, nor an index file";
  throw new DejimaError("invalid_input", `Cannot run "${folder}": it has no ${missing}`);
}

async function packageEntry(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new DejimaError(
      "invalid_input",
      `Cannot run "${folder}": its package.json is not JSON`,
      {},
      { cause: error },
    );
  }
  const parsed = packageSchema.safeParse(content);
  if (!parsed.success) {
    throw new DejimaError(
      "invalid_input",
      `Cannot run "${folder}": main and bin of its package.json must be strings`,
    );
  }
  const { main, bin } = parsed.data;
  return main ?? (typeof bin === "object" ? Object.values(bin)[0] : bin);
}
