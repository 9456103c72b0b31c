import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { canonicalJson } from "../support/json.ts";
import { sha256 } from "../support/lazy-crypto.ts";

/** All that an approval is bound to. */
interface BoundCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  /** The workspace that it would run in. */
  readonly folder: string;
  /** The hashes of the scripts that its commands name. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** Says what a tool is: another description, schema or version under the same name is another tool. */
export function definitionHash(tool: Tool): string {
  const { name, version, source, origin, description, risk } = tool;
  return sha256(
    canonicalJson({ name, version, source, origin, description, risk, schema: tool.input.toJsonSchema() }),
  );
}

/** Binds an approval to exactly one call. If anything of it differs when it runs, the hash differs, and it is asked again. */
export function callHash({ tool, input, effects, folder, scripts }: BoundCall): string {
  return sha256(canonicalJson({ definition: definitionHash(tool), input, effects, folder, scripts }));
}
