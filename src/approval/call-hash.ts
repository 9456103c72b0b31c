import { readFileSync, type Stats } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { defined } from "../support/defined.ts";
import { canonicalJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { scriptFiles } from "./script-files.ts";

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
      name,
      version,
      source,
      origin,
      description,
      risk,
      schema,
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

/** The content hashes of the existing scripts that the commands among the effects would run, by path. */
export async function scriptHashes(
  effects: readonly Effect[],
  folder: string,
): Promise<Record<string, string>> {
  const lines = new Set(effects.filter(({ kind }) => kind === "command.run").map(({ target }) => target));
  const files = lines.size === 0 ? [] : scriptFiles([...lines], folder);
  const hashes = await Promise.all(
    [...files].map(async ([path, stats]) => [path, await hashOf(path, stats)]),
  );
  return Object.fromEntries(hashes.filter(([, hash]) => hash !== undefined));
}

// Most words of a command are not files. A synchronous read is faster than waiting for a thread. The time of a change cannot be set.
async function hashOf(path: string, { size, ino, ctimeMs }: Stats): Promise<string | undefined> {
  try {
    if (size > MAX_BYTES) return `${size} bytes, file ${ino} of ${ctimeMs}`;
    return sha256(size > SMALL_BYTES ? await readFile(path) : readFileSync(path));
  } catch {
    return undefined;
  }
}
