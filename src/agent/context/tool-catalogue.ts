import type { Tool } from "../../contract/tool.ts";
import type { OfferedTool } from "../../model/language/language-model.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import type { Catalogue } from "../agent-world.ts";
import { approximateTokens } from "./approximate-tokens.ts";
import { slimSchema } from "./slim-schema.ts";

type Elsewhere = Pick<Catalogue, "findTools" | "uses" | "skills" | "openSkill">;

/** The agent's view of a registry. Each tool is written out and weighed once. */
export function createCatalogue(registry: ToolRegistry, elsewhere: Elsewhere): Catalogue {
  const offers = new WeakMap<Tool, OfferedTool & { tokens: number }>();
  const lists = new WeakMap<readonly string[], { revision: number; offers: readonly OfferedTool[] }>();
  let listed: { readonly revision: number; readonly tools: readonly Tool[] } | undefined;
  const offer: Catalogue["offer"] = (name) => {
    const tool = registry.get(name);
    if (tool === undefined) return undefined;
    const known = offers.get(tool);
    if (known !== undefined) return known;
    const inputSchema = slimSchema(tool.input.toJsonSchema());
    const { name: own, description } = tool;
    const tokens = approximateTokens(`${own} ${description} ${JSON.stringify(inputSchema)}`);
    const made = { name: own, description, inputSchema, tokens };
    offers.set(tool, made);
    return made;
  };
  return {
    ...elsewhere,
    written: new WeakMap(),
    offer,
    offerAll(names) {
      const known = lists.get(names);
      if (known?.revision === registry.revision) return known.offers;
      const all = names.map(offer).filter((tool) => tool !== undefined);
      lists.set(names, { revision: registry.revision, offers: all });
      return all;
    },
    list() {
      if (listed?.revision !== registry.revision)
        listed = { revision: registry.revision, tools: registry.list() };
      return listed.tools;
    },
    get: (name) => registry.get(name),
    nearest: (name) => registry.nearestNames(name),
  };
}
