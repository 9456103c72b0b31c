import { resolve } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Runtime, RuntimeOptions } from "../../runtime.ts";
import { isInside, truePath } from "../../support/paths.ts";
import { ignoredNote } from "./settings-notes.ts";

/** Opens the runtime of a folder that somebody works in, and says what of its settings does not hold. */
export async function openFolder(
  folder: string,
  settings: Settings,
  options: Pick<RuntimeOptions, "variables" | "onNotice" | "editorText">,
): Promise<{ readonly runtime: Runtime; readonly notes: readonly string[] }> {
  const workspace = truePath(resolve(settings.base, settings.config.workspace));
  if (!isInside(truePath(folder), workspace))
    throw new DejimaError(
      "invalid_input",
      `Cannot work in "${folder}": the config ${settings.file ?? ""} is for ${workspace}. Open that folder, or start without --config`,
      { folder, workspace },
    );
  const { wireRuntime } = await import("../../wiring/wire-runtime.ts");
  const runtime = wireRuntime(settings, { ...options, mode: "interactive" });
  await runtime.ready();
  return { runtime, notes: [settings.homeNote, ignoredNote(settings)].filter((note) => note !== undefined) };
}
