import { createLearning, type Learning } from "../../agent/context/learning.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import type { TeamVersion } from "../../contract/user/team.ts";
import type { Embedders } from "../../model/open-embedders.ts";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import { once } from "../../support/once.ts";
import { accountName } from "../../support/process/account.ts";
import type { Programs } from "../containment/wire-programs.ts";
import type { Foundation } from "../foundation.ts";
import type { Runtime } from "../runtime-surface.ts";
import type { Blobs } from "../storage/wire-blobs.ts";
import type { CallServices } from "../storage/wire-harbour.ts";
import { type Storage, sharedOf } from "../storage/wire-storage.ts";
import type { Search } from "./open-search.ts";

/** The skills, and the search over them and all tools. */
export interface Catalogue {
  embedders(): Promise<Embedders>;
  search(): Promise<Search>;
  /** The learned examples of each user. The search ranks by them. */
  readonly learning: Learning;
  readonly learned: Runtime["learned"];
  /** The skills. A change made here is indexed before it is reported as done. */
  skills(): Promise<SkillLibrary>;
  /** Installs here what the team has installed. Resolves at once where the home is shared, or there is no team. */
  syncSkills(): Promise<void>;
}

interface SearchParts {
  readonly calls: Pick<CallServices, "client" | "redact">;
  readonly programs: Pick<Programs, "sandbox">;
  readonly blobs: Blobs;
  /** Records a change of the team's skills in a separate log. */
  recordChange(version: TeamVersion): Promise<void>;
}

/** Defers reading skills and indexes until the first use. */
export function wireSearch(
  { settings, options, live, registry, opened, closing, onFault }: Foundation,
  { store }: Storage,
  { calls: { client, redact }, programs: { sandbox }, blobs: { open: blobs }, recordChange }: SearchParts,
): Catalogue {
  const { embedder } = settings.config.retrieval;
  const embedders = once(async () => {
    const known = await (await import("../../model/open-embedders.ts")).openEmbedders(embedder);
    const { embedder: own } = options;
    return own === undefined ? known : { ...known, preferred: async () => own };
  });
  const library = live.renewed(["skills"], async () =>
    (await import("./open-skills.ts")).openSkills(live.current(), { store, client, sandbox }),
  );
  const learning = createLearning(store, { redact, onFault });
  opened.defer(learning.flush);
  const search = once(async () => {
    const { openSearch } = await import("./open-search.ts");
    return openSearch({ registry, embedder, embedders: embedders.get, skills: library, store, learning });
  });
  closing(search, (own) => own.close());
  // If indexing fails, the next search indexes it. The skill is installed all the same.
  const reindex = async () => (await search.get()).refreshSkills().catch(() => undefined);
  const skills = live.renewed(["skills"], async () => {
    const { followChanges } = await import("../../sources/skills/library/skill-library.ts");
    return followChanges(await library(), async ({ name, change, by = accountName() }) => {
      await reindex();
      await (await shared?.get())?.publish(name, { by, change });
    });
  });
  // Without a blob store all machines have the same home, and so the same skills.
  const shared =
    settings.config.runs === "workers" && blobs !== undefined
      ? once(async () => {
          const { openTeamSkills } = await import("../team/open-team-skills.ts");
          const versions = async () => sharedOf(await store()).versions;
          const { home } = settings;
          return openTeamSkills({ home, versions, blobs, library, changed: reindex, recordChange, onFault });
        })
      : undefined;
  return {
    embedders: embedders.get,
    search: search.get,
    learning,
    async learned({ user = LOCAL_USER, forget = false } = {}) {
      if (forget) await learning.forget(user);
      return learning.of(user);
    },
    skills,
    syncSkills: async () => (await shared?.get())?.sync(),
  };
}
