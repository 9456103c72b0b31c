import { compareVersions } from "compare-versions";
import { DejimaError } from "../contract/error.ts";
import type { ToolPrice } from "../contract/figures/tool-spend.ts";
import type { Roles } from "../contract/flow.ts";
import { CATEGORIES, type Category, type Source, type Tool } from "../contract/tool.ts";
import { isReservedName, serverPrefix } from "../contract/tool-family.ts";
import { defined } from "../support/defined.ts";
import { nearest } from "../support/nearest.ts";
import { shortened } from "../text/text-end.ts";
import type { CatalogueOptions } from "./catalogue.ts";
import {
  describeTool,
  MODEL_TOOL_SHAPES,
  type ModelTool,
  type ModelToolShape,
  type ToolInfo,
} from "./describe-tool.ts";
import { createProgramDescriptions } from "./program-descriptions.ts";
import { refuseWrongShape } from "./tool-shape.ts";
import { createToolStatistics, type ToolStatistics, type ToolUse } from "./tool-statistics.ts";

/** The statistics of the registry. */
interface RegistryStatistics {
  readonly total: number;
  readonly byCategory: Readonly<Partial<Record<Category, number>>>;
  readonly tools: Readonly<Record<string, ToolUse>>;
}

const MAX_CANDIDATES = 12;

/** What the config says about tools. */
interface ToolSettings {
  /** The roles of arguments, by the name of the tool. */
  readonly roles?: Readonly<Record<string, Roles>>;
  /** Prices, by the name of the tool, `api:NAME` or `mcp:SERVER`. */
  readonly prices?: Readonly<Record<string, ToolPrice>>;
}

/** All tools of a runtime, by name, alias and version. The newest version is the default one. */
export class ToolRegistry {
  readonly #versions = new Map<string, Tool[]>();
  readonly #aliases = new Map<string, string>();
  readonly #describe = createProgramDescriptions();
  /** Increases with every change, so that derived data can detect that it is stale. */
  revision = 0;
  readonly use: ToolStatistics = createToolStatistics();
  #settings: ToolSettings;

  constructor(settings: ToolSettings = {}) {
    this.#settings = settings;
  }

  /** Replaces the settings of the config, for current and future tools. */
  configure(settings: ToolSettings): void {
    this.#settings = settings;
    for (const [name, versions] of this.#versions)
      this.#versions.set(
        name,
        versions.map((tool) => withSettings(tool, settings)),
      );
    this.revision++;
  }

  register(unchecked: Tool): void {
    refuseWrongShape(unchecked);
    const tool = withSettings(unchecked, this.#settings);
    for (const name of [tool.name, ...tool.aliases]) {
      refuseReserved(name, tool);
      this.#refuseTaken(name, tool);
    }
    refuseCycle(tool, (name) => this.get(name));
    const versions = [...(this.#versions.get(tool.name) ?? []), tool];
    this.#versions.set(tool.name, versions.sort(newestFirst));
    for (const alias of tool.aliases) this.#aliases.set(alias, tool.name);
    this.revision++;
  }

  /** Registers all tools, or none if one is refused. */
  registerMany(tools: Iterable<Tool>): void {
    const done: Tool[] = [];
    try {
      for (const tool of tools) {
        this.register(tool);
        done.push(tool);
      }
    } catch (error) {
      for (const tool of done) this.unregister(`${tool.name}@${tool.version}`);
      throw error;
    }
  }

  /** By name, alias, or either with a version: `grep`, `search_files`, `grep@1.0.0`. */
  get(name: string): Tool | undefined {
    const direct = this.#versions.get(name);
    if (direct !== undefined) return direct[0];
    const [bare = "", version] = splitVersion(name);
    const versions = this.#versions.get(this.#aliases.get(bare) ?? bare);
    return version === undefined ? versions?.[0] : versions?.find((tool) => tool.version === version);
  }

  /** Like `get`, but throws an error with the nearest names if the tool is not found. */
  require(name: string): Tool {
    const tool = this.get(name);
    if (tool !== undefined) return tool;
    const shown = shortened(name, 100);
    const suggestions = this.nearestNames(name);
    const hint =
      suggestions.length > 0
        ? `. Did you mean ${suggestions.join(", ")}?`
        : ". List the tools to see what there is";
    throw new DejimaError("tool_not_found", `Cannot find tool "${shown}"${hint}`, {
      tool: shown,
      nearest: suggestions,
    });
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The default version of each tool, sorted by name. */
  list(): Tool[] {
    return [...this.#versions.values()]
      .flatMap((versions) => versions.slice(0, 1))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  listByCategory(category: Category): Tool[] {
    return this.list().filter((tool) => tool.category === category);
  }

  versions(name: string): Tool[] {
    return [...(this.#versions.get(this.#aliases.get(name) ?? name) ?? [])];
  }

  /** Removes one version (`name@version`) or all of them. Returns whether there was any. */
  unregister(name: string): boolean {
    const [bare = "", version] = splitVersion(name);
    const before = this.#versions.get(bare);
    if (before === undefined) return false;
    const remaining = version === undefined ? [] : before.filter((tool) => tool.version !== version);
    if (remaining.length === before.length) return false;
    this.revision++;
    if (remaining.length > 0) this.#versions.set(bare, remaining);
    else this.#versions.delete(bare);
    const stillNamed = new Set(remaining.flatMap((tool) => tool.aliases));
    for (const [alias, target] of this.#aliases) {
      if (target === bare && !stillNamed.has(alias)) this.#aliases.delete(alias);
    }
    return true;
  }

  dependenciesOf(tool: Tool): Tool[] {
    return tool.dependsOn.length === 0 ? [] : resolveDependencies(tool, (name) => this.get(name));
  }

  /** The names of the tools that the caller most likely meant, each once, whichever of its names is close. */
  nearestNames(name: string): string[] {
    const close = nearest(name, [...this.#versions.keys(), ...this.#aliases.keys()], MAX_CANDIDATES);
    return [...new Set(close.map((found) => this.#aliases.get(found) ?? found))].slice(0, 3);
  }

  /** The definitions of these tools, or of all, in a wire format. */
  toModelTools<Shape extends ModelToolShape>(
    shape: Shape,
    tools: readonly Tool[] = this.list(),
  ): ModelTool<Shape>[] {
    // The table's entry for `Shape` returns exactly `ModelTool<Shape>`. The compiler cannot follow the index.
    const convert = MODEL_TOOL_SHAPES[shape] as (tool: Tool, description: string) => ModelTool<Shape>;
    return tools.map((tool) => convert(tool, this.descriptionOf(tool, tools)));
  }

  /** The description of a tool for a model. A tool that calls others is described with their signatures, within a budget. */
  descriptionOf(tool: Tool, others: readonly Tool[], options: CatalogueOptions = {}): string {
    return tool.composes === true ? this.#describe(tool, others, options) : tool.description;
  }

  /** All details of a tool. Throws if there is no tool with this name. */
  describe(name: string): ToolInfo {
    const tool = this.require(name);
    return describeTool(tool, this.descriptionOf(tool, this.list()));
  }

  statistics(): RegistryStatistics {
    const tools = this.list();
    const counts = CATEGORIES.map((category) => [
      category,
      tools.filter((tool) => tool.category === category).length,
    ]);
    return {
      total: tools.length,
      byCategory: Object.fromEntries(counts.filter(([, count]) => count !== 0)),
      tools: this.use.summary(),
    };
  }

  #refuseTaken(name: string, tool: Tool): void {
    const holder = this.#versions.get(name)?.[0] ?? this.get(this.#aliases.get(name) ?? "");
    if (holder === undefined) return;
    const sameTool =
      holder.name === tool.name && holder.source === tool.source && holder.origin === tool.origin;
    if (sameTool && this.versions(tool.name).every(({ version }) => version !== tool.version)) return;
    throw new DejimaError(
      "conflict",
      `Cannot register tool "${name}" from ${sourceOf(tool)}: ${sourceOf(holder)} already registered it. ` +
        "Give it another name or another version, or unregister the first",
      { name, sources: [sourceOf(holder), sourceOf(tool)] },
    );
  }
}

function withSettings(tool: Tool, { roles = {}, prices = {} }: ToolSettings): Tool {
  const { roleOverrides: oldRoles, price: oldPrice, ...bare } = tool;
  const roleOverrides = own(roles, tool.name);
  const names = [tool.name, ...tool.aliases, `${PRICED_SOURCES[tool.source] ?? ""}:${tool.origin}`];
  const price = names.map((name) => own(prices, name)).find((found) => found !== undefined);
  if (roleOverrides === oldRoles && price === oldPrice) return tool;
  return { ...bare, ...defined({ roleOverrides, price }) };
}

/** What the sources are called whose tools can share a price. */
const PRICED_SOURCES: Readonly<Partial<Record<Source, string>>> = { http: "api", mcp: "mcp" };

function own<Value>(settings: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}

/** Where a tool comes from, in words: "mcp server-memory", "builtin". */
function sourceOf(tool: Tool): string {
  return tool.origin === "" ? tool.source : `${tool.source} ${tool.origin}`;
}

/** Rules refer to families and servers by the prefix of a name, so no other source may use it. */
function refuseReserved(name: string, tool: Tool): void {
  if (tool.source === "builtin" || tool.source === "skill" || !isReservedName(name)) return;
  if (tool.source === "mcp" && name.startsWith(serverPrefix(tool.origin))) return;
  const [family = ""] = name.split(name.includes("__") ? "__" : "_");
  const owner = name.includes("__") ? `the MCP server "${family}"` : `built-in tools (${family}_…)`;
  throw new DejimaError(
    "conflict",
    `Cannot register tool "${name}" from ${sourceOf(tool)}: names that begin like this are for ${owner}. Give it another name`,
    { name, sources: [sourceOf(tool)] },
  );
}

function splitVersion(name: string): [string, string | undefined] {
  const at = name.lastIndexOf("@");
  return at <= 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
}

function newestFirst(a: Tool, b: Tool): number {
  return compareVersions(b.version, a.version);
}

type Find = (name: string) => Tool | undefined;

/** The tools that `tool` depends on, each after its own dependencies. Throws if one is missing or depends on `tool`. */
function resolveDependencies(tool: Tool, find: Find): Tool[] {
  const order: Tool[] = [];
  visit(tool, find, [], order);
  return order.filter((needed) => needed !== tool);
}

function visit(tool: Tool, find: Find, trail: readonly string[], order: Tool[]): void {
  if (trail.includes(tool.name)) throw cycle([...trail.slice(trail.indexOf(tool.name)), tool.name]);
  if (order.includes(tool)) return;
  for (const name of tool.dependsOn) {
    const needed = find(name);
    if (needed === undefined) {
      throw new DejimaError(
        "tool_not_found",
        `Cannot use tool "${tool.name}": it depends on "${name}", which is not registered. Register "${name}" first`,
        { tool: tool.name, missing: name },
      );
    }
    visit(needed, find, [...trail, tool.name], order);
  }
  order.push(tool);
}

/** Refuses a tool that would create a cycle among the known ones. Missing ones may still be registered. */
function refuseCycle(tool: Tool, find: Find): void {
  const walk = (name: string, trail: readonly string[]): void => {
    if (name === tool.name) throw cycle([...trail, name]);
    for (const next of find(name)?.dependsOn ?? []) {
      if (next === tool.name || !trail.includes(next)) walk(next, [...trail, name]);
    }
  };
  for (const name of tool.dependsOn) walk(name, [tool.name]);
}

function cycle(names: readonly string[]): DejimaError {
  return new DejimaError("conflict", `Cannot resolve dependencies: ${names.join(" -> ")} is a circle`, {
    cycle: names,
  });
}
