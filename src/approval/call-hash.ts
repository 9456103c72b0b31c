import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { canonicalJson } from "../support/canonical-json.ts";
import { sha256 } from "../support/sha256.ts";

/**
 * Binds an approval to exactly one call: the tool and its definition, the input, what it would touch. If any of that
 * differs when it runs, the hash differs, and it is asked again.
 */
export function callHash(call: { tool: Tool; input: unknown; effects: readonly Effect[] }): string {
  const { tool, input, effects } = call;
  const definition = { description: tool.description, schema: tool.input.toJsonSchema(), risk: tool.risk };
  return sha256(
    canonicalJson({
      name: tool.name,
      version: tool.version,
      source: [tool.source, tool.origin],
      definition,
      input,
      effects,
    }),
  );
}
