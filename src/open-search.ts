import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Tool } from "./contract/tool.ts";
import { loadEmbeddedEmbedder } from "./model/embedded/load-embedded-embedder.ts";
import type { IndexEntry } from "./retrieval/index-entry.ts";
import type { SearchOptions, SearchResult } from "./retrieval/search.ts";
import { createToolIndex } from "./retrieval/tool-index.ts";
import { createMemoryVectorCache } from "./retrieval/vector-cache.ts";
import type { SkillLibrary } from "./sources/skills/library/skill-library.ts";
import { packageFolder } from "./support/package-folder.ts";
import type { ToolRegistry } from "./tool/tool-registry.ts";

/** Finds tools and skills by what a request means. */
export interface Search {
  tools(request: string, options?: SearchOptions): Promise<SearchResult>;
  skills(request: string, options?: SearchOptions): Promise<SearchResult>;
}

export interface SearchSources {
  readonly registry: ToolRegistry;
  skills(): Promise<SkillLibrary>;
}

/** Where the weights lie in the package, in a checkout and when it is installed. */
const MODEL = "src/model/embedded/bilingual.model";

/** Opens the search over all tools and skills. What changed since the last request is indexed before the next is answered. */
export async function openSearch({ registry, skills }: SearchSources): Promise<Search> {
  const embedder = await loadEmbeddedEmbedder(
    pathToFileURL(join(packageFolder(import.meta.filename), MODEL)),
  );
  const create = () =>
    createToolIndex({ embedder, normalize: embedder.normalize, cache: createMemoryVectorCache() });
  const [toolIndex, skillIndex] = [create(), create()];
  let revision = -1;
  return {
    async tools(request, options) {
      if (registry.revision !== revision) {
        revision = registry.revision;
        await replaceAll(toolIndex, registry.list().map(toolEntry));
      }
      return toolIndex.search(request, options);
    },
    async skills(request, options) {
      const library = await skills();
      await library.refresh();
      const usable = (await library.list()).filter(
        ({ enabled, modelInvocable }) => enabled && modelInvocable,
      );
      await replaceAll(
        skillIndex,
        usable.map(({ name, description }) => ({ id: name, name, description, source: "skill" })),
      );
      return skillIndex.search(request, options);
    },
  };
}

async function replaceAll(
  index: ReturnType<typeof createToolIndex>,
  entries: readonly IndexEntry[],
): Promise<void> {
  const wanted = new Set(entries.map(({ id }) => id));
  index.remove([...index.ids()].filter((id) => !wanted.has(id)));
  await index.add(entries);
}

function toolEntry(tool: Tool): IndexEntry {
  const { name, summary, description, category, source } = tool;
  return {
    id: name,
    name,
    description: `${summary}\n${description}`,
    parameters: parametersOf(tool),
    category,
    source,
  };
}

function parametersOf(tool: Tool): string[] {
  const { properties } = tool.input.toJsonSchema();
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).map(([name, field]) => {
    const description =
      typeof field === "object" && field !== null && "description" in field ? field.description : undefined;
    return typeof description === "string" ? `${name}: ${description}` : name;
  });
}
