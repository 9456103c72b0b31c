import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { defined } from "../support/defined.ts";
import { canonicalJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";

/** Everything that an approval is bound to. */
interface BoundCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  /** The workspace in which it would run. */
  readonly folder: string;
  /** The hashes of the scripts in its commands. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The result of the rehearsal. */
  readonly bound?: unknown;
}

/** Identifies a tool: another description, schema, role or version under the same name is another tool. */
export function definitionHash(tool: Tool): string {
  const { name, version, source, origin, description, risk, roles, roleOverrides } = tool;
  const schema = tool.input.toJsonSchema();
  return sha256(
    canonicalJson({
      ...{ name, version, source, origin, description, risk, schema },
      ...defined({ roles, roleOverrides }),
    }),
  );
}

/** Binds an approval to exactly one call. If anything about the call differs when it runs, the hash differs, and the person is asked again. */
export function callHash({ tool, input, effects, folder, scripts, bound }: BoundCall): string {
  const parts = { definition: definitionHash(tool), input, effects, folder, scripts };
  return sha256(canonicalJson({ ...parts, ...defined({ bound }) }));
}

const MAX_BYTES = 16 << 20;

const SMALL_BYTES = 64 << 10;

const MAX_FILES = 50;

const SCRIPT = /\.(?:[cm]?[jt]sx?|py|sh|bash|zsh|fish|rb|pl|php|lua|ps1|awk|sed|sql|jar|mk)$/i;

const INTERPRETERS =
  /^(?:node|deno|bun|tsx|python[\d.]*|ruby|perl|php|lua|sh|bash|dash|zsh|ksh|fish|awk|sed|source|\.)$/;

/** Programs that run what a file in the folder says. */
const DRIVEN_BY: Readonly<Record<string, readonly string[]>> = {
  npm: ["package.json"],
  npx: ["package.json"],
  pnpm: ["package.json"],
  yarn: ["package.json"],
  make: ["GNUmakefile", "makefile", "Makefile"],
  just: ["justfile"],
  tox: ["tox.ini"],
};

/** The content hashes of the existing scripts that the commands among the effects would run, by path. */
export async function scriptHashes(
  effects: readonly Effect[],
  folder: string,
): Promise<Record<string, string>> {
  const paths = new Set(
    effects.filter(({ kind }) => kind === "command.run").flatMap(({ target }) => scriptsOf(target, folder)),
  );
  const hashes = await Promise.all(
    [...paths].slice(0, MAX_FILES).map(async (path) => [path, await hashOf(path)]),
  );
  return Object.fromEntries(hashes.filter(([, hash]) => hash !== undefined));
}

function scriptsOf(command: string, folder: string): string[] {
  const words = command.split(/[\s;|&<>()'"`$=]+/).filter((word) => word !== "");
  // The words after an interpreter may be its script, whatever options are in between. A word that is not a file costs nothing.
  const interpreter = words.findIndex((word) => INTERPRETERS.test(basename(word)));
  const named = words.filter(
    (word, at) =>
      (at === 0 && word.includes("/")) || SCRIPT.test(word) || (interpreter !== -1 && at > interpreter),
  );
  const driving = words.flatMap((word) => (Object.hasOwn(DRIVEN_BY, word) ? (DRIVEN_BY[word] ?? []) : []));
  return [...named, ...driving].map((path) => resolve(folder, path));
}

// Most words of a command are not files. A synchronous check is faster than waiting for a thread.
async function hashOf(path: string): Promise<string | undefined> {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return undefined;
    const { size, mtimeMs } = found;
    if (size > MAX_BYTES) return `${size} bytes of ${mtimeMs}`;
    return sha256(size > SMALL_BYTES ? await readFile(path) : readFileSync(path));
  } catch {
    return undefined;
  }
}
