import { join, resolve } from "node:path";
import type { Settings } from "../config/load-config.ts";
import { createDownload } from "../network/download.ts";
import type { HttpClient } from "../network/http-client.ts";
import { runTrustedProgram } from "../sandbox/process/trusted-program.ts";
import { followChanges } from "../sources/skills/index/follow-changes.ts";
import { createSkillLibrary } from "../sources/skills/library/create-skill-library.ts";
import type { SkillLibrary } from "../sources/skills/library/skill-library.ts";
import type { Store } from "../store/store.ts";
import { packageFolder } from "../support/package-folder.ts";

const MAX_GIT_OUTPUT = 1024 * 1024;

/**
 * The skills of a home: those that ship with Dejima, the installed ones, and those of the project. Looks at the disk once.
 * Waits for `changed` after each operation that changes what can be found.
 */
export async function openSkills(
  { config, base, home }: Settings,
  {
    store,
    client,
    changed,
  }: {
    readonly store: () => Promise<Store>;
    readonly client: HttpClient;
    readonly changed: () => Promise<unknown>;
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
      })),
      ...config.skills.imported.map((folder) => ({
        folder: resolve(base, folder),
        level: "imported" as const,
      })),
    ],
    shelf: documents,
    registries: config.skills.registries.map((location) =>
      /^https?:/.test(location) ? location : resolve(base, location),
    ),
    download: createDownload(client),
    async runProgram([file = "", ...args], { cwd, env, signal = new AbortController().signal }) {
      const result = await runTrustedProgram({
        file,
        args,
        cwd,
        environment: env,
        signal,
        maxOutputBytes: MAX_GIT_OUTPUT,
      });
      return { exitCode: result.exitCode, stderr: result.stderr.toString() };
    },
  });
  await library.refresh();
  return followChanges(library, changed);
}
