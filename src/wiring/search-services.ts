import type { Settings } from "../config/load-config.ts";
import type { Embedders } from "../model/open-embedders.ts";
import type { HttpClient } from "../network/http-client.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SkillLibrary } from "../sources/skills/library/skill-library.ts";
import type { Store } from "../store/store.ts";
import { type Once, once } from "../support/once.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { Search } from "./open-search.ts";

interface SearchParts {
  readonly registry: ToolRegistry;
  readonly client: HttpClient;
  readonly store: () => Promise<Store>;
  readonly sandbox: () => Promise<Sandbox>;
}

/** Skills and the search over them and all tools, each opened with its first use; a change of the skills reaches the index. */
export function lazySearch(
  settings: Settings,
  { registry, client, store, sandbox }: SearchParts,
): { skills: Once<SkillLibrary>; search: Once<Search>; embedders: Once<Embedders> } {
  const { embedder } = settings.config.retrieval;
  // An index that fails is made at the next search; the skill is installed all the same.
  const changed = async () => (await search.get()).refreshSkills().catch(() => undefined);
  const skills = once(async () =>
    (await import("./open-skills.ts")).openSkills(settings, { store, client, sandbox, changed }),
  );
  const embedders = once(async () =>
    (await import("./open-package-embedders.ts")).openPackageEmbedders(embedder),
  );
  const search: Once<Search> = once(async () => {
    const { openSearch } = await import("./open-search.ts");
    return openSearch({ registry, embedder, embedders: embedders.get, skills: skills.get, store });
  });
  return { skills, search, embedders };
}
