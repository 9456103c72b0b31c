import type { Tool } from "../../contract/tool.ts";
import type { OfferedTool } from "../../model/language/language-model.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import type { Catalogue, Offers } from "../agent-world.ts";
import { approximateTokens } from "./approximate-tokens.ts";
import { slimSchema } from "./slim-schema.ts";

type Elsewhere = Pick<Catalogue, "findTools" | "uses" | "skills" | "openSkill">;

/** The agent's view of a registry. Each tool is written out and weighed once. */
export function createCatalogue(registry: ToolRegistry, elsewhere: Elsewhere): Catalogue {
  const offers = new WeakMap<Tool, OfferedTool & { tokens: number }>();
  const lists = new WeakMap<readonly string[], Offers & { revision: number }>();
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
  const list = () => {
    if (listed?.revision !== registry.revision)
      listed = { revision: registry.revision, tools: registry.list() };
    return listed.tools;
  };
  return {
    ...elsewhere,
    written: new WeakMap(),
    offer,
    offerAll(names) {
      const known = lists.get(names);
      if (known?.revision === registry.revision) return known;
      const tools = names.map(offer).filter((tool) => tool !== undefined);
      const shown = new Set(names);
      const hidden = list().filter(({ name }) => !shown.has(name));
      const savedTokens = hidden.reduce((sum, { name }) => sum + (offer(name)?.tokens ?? 0), 0);
      const made = { revision: registry.revision, tools, savedTokens };
      lists.set(names, made);
      return made;
    },
    list,
    get: (name) => registry.get(name),
    nearest: (name) => registry.nearestNames(name),
  };
}
