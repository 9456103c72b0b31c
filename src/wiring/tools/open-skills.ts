import { join, resolve } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import { createDownload } from "../../network/download.ts";
import type { HttpClient } from "../../network/http-client.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { containedProgram } from "../../sources/skills/install/contained-program.ts";
import { createSkillLibrary } from "../../sources/skills/library/create-skill-library.ts";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import type { Store } from "../../store/store.ts";
import { packageFolder } from "../../support/paths.ts";

const PLUGIN_DEPTH = 7;

/**
 * Opens the skills of a home: those that ship with Dejima, the installed ones, and the project's. Scans the
 * disk once.
 */
export async function openSkills(
  { config, base, home }: Settings,
  {
    store,
    client,
    sandbox,
  }: {
    readonly store: () => Promise<Store>;
    readonly client: HttpClient;
    readonly sandbox: () => Promise<Sandbox>;
  },
): Promise<SkillLibrary> {
  const { documents } = await store();
  const library = createSkillLibrary({
    home: join(home, "skills"),
    base,
    roots: [
      { folder: join(packageFolder(import.meta.filename), "skills"), level: "shipped" },
      ...config.skills.folders.map((folder) => ({
        folder: resolve(base, folder),
        level: "project" as const,
        // Plugins nest their skills by market, plugin and version.
        ...(/(?:^|\/)plugins\/?$/.test(folder) ? { depth: PLUGIN_DEPTH } : {}),
      })),
      ...config.skills.imported.map((folder) => ({
        folder: resolve(base, folder),
        level: "imported" as const,
      })),
    ],
    storage: documents,
    registries: config.skills.registries.map((location) =>
      /^https?:/.test(location) ? location : resolve(base, location),
    ),
    download: createDownload(client),
    runProgram: containedProgram(sandbox),
  });
  await library.refresh();
  return library;
}
