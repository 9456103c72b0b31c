import { resolve } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import { DejimaError } from "../../contract/error.ts";
import type { RuntimeOptions } from "../../runtime.ts";
import { isInside, truePath } from "../../support/paths.ts";
import type { CommandContext, OpenedFolder } from "./command.ts";
import { ignoredNote } from "./describe/settings-notes.ts";
import { followConfig } from "./follow-config.ts";
import { ENGLISH } from "./words/say.ts";

interface OpenOptions extends Pick<RuntimeOptions, "editorText">, Pick<CommandContext, "variables"> {
  /** Reads the folder's current settings from disk. */
  readSettings(): Promise<Settings>;
  /** Prints a notice to the terminal or to the editor's log. */
  print(text: string): void;
}

/** Opens the runtime of a folder, and applies changes of its config while it is open. */
export async function openFolder(
  folder: string,
  { readSettings, variables, print, ...options }: OpenOptions,
): Promise<OpenedFolder> {
  const settings = await readSettings();
  const workspace = truePath(resolve(settings.base, settings.config.workspace));
  if (!isInside(truePath(folder), workspace))
    throw new DejimaError(
      "invalid_input",
      `Cannot work in "${folder}": the config ${settings.file ?? ""} is for ${workspace}. Open that folder, or start without --config`,
      { folder, workspace },
    );
  const { wireRuntime } = await import("../../wiring/wire-runtime.ts");
  const runtime = wireRuntime(settings, { ...options, variables, onNotice: print, mode: "interactive" });
  await runtime.ready();
  const first = async () => settings;
  const context = { settings: first, readSettings, variables };
  const unfollow = await followConfig(context, runtime, { command: "dejima acp", print: print });
  return {
    runtime,
    notes: [settings.homeNote, ignoredNote(settings, ENGLISH)].filter((note) => note !== undefined),
    async close() {
      unfollow();
      await runtime.close();
    },
  };
}
