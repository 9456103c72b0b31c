import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MARKER_FILE } from "../../src/sources/skills/catalogue/marker.ts";
import { createSkillLibrary } from "../../src/sources/skills/library/create-skill-library.ts";
import type { SkillLibrary } from "../../src/sources/skills/library/skill-library.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { ToolRegistry } from "../../src/tool/tool-registry.ts";
import { openSearch, type Search, type SearchSources } from "../../src/wiring/tools/open-search.ts";

/** A home with skills in a folder of its own, a store, a registry, and searches over them. */
export interface SearchWorld {
  readonly home: string;
  readonly project: string;
  readonly store: Store;
  readonly registry: ToolRegistry;
  readonly library: SkillLibrary;
  /** A new search, as a new process would open it. */
  start(options?: Partial<SearchSources>): Promise<Search>;
  /** Writes a skill into the folder of installed ones, or of the project's. */
  skill(name: string, description: string, place?: "home" | "project"): Promise<string>;
  marker(name: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function aSearchWorld(): Promise<SearchWorld> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-catalogue-"));
  const [home, project] = [join(folder, "skills"), join(folder, "project")];
  const store = createMemoryStore();
  const registry = new ToolRegistry();
  const open: Search[] = [];
  const createLibrary = () =>
    createSkillLibrary({
      home,
      base: folder,
      roots: [{ folder: project, level: "project" }],
      storage: store.documents,
    });
  return {
    home,
    project,
    store,
    registry,
    library: createLibrary(),
    async start(options = {}) {
      const library = createLibrary();
      const search = await openSearch({
        registry,
        embedder: { driver: "embedded" },
        skills: async () => library,
        store: async () => store,
        ...options,
      });
      open.push(search);
      return search;
    },
    async skill(name, description, place = "home") {
      const own = join(place === "home" ? home : project, name);
      await mkdir(own, { recursive: true });
      await writeFile(
        join(own, "SKILL.md"),
        `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`,
      );
      return own;
    },
    marker: async (name) => JSON.parse(await readFile(join(home, name, MARKER_FILE), "utf8")),
    async close() {
      for (const search of open) await search.close();
      await store.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** A tool that does nothing but be found. */
export function aTool(name: string, summary: string, description = summary) {
  return defineTool({
    name,
    summary: summary.slice(0, 80).padEnd(30, " ."),
    description,
    category: "custom",
    risk: "low",
    input: { type: "object" },
    run: () => "",
  });
}
