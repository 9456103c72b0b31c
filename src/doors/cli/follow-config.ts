import { configFiles, skillPlaces, watchPaths } from "../../config/watch-config.ts";
import type { Runtime } from "../../runtime.ts";
import { languageOfLocale } from "../../support/language-of.ts";
import { describeReload } from "../../text/describe-reload.ts";
import { visibleText } from "../../text/visible-text.ts";
import type { CommandContext } from "./command.ts";

interface FollowOptions {
  /** The command to restart for settings that cannot change at run time, such as `dejima serve`. */
  readonly command: string;
  /** Prints a notice to the terminal. */
  print(text: string): void;
}

/**
 * Applies changes of the config and of skills while a command runs, whichever process made them. Returns a
 * function that stops it.
 */
export async function followConfig(
  { settings, readSettings, variables }: Pick<CommandContext, "settings" | "readSettings" | "variables">,
  runtime: Runtime,
  { command, print }: FollowOptions,
): Promise<() => void> {
  const first = await settings();
  let lastText = "";
  const unsubscribe = runtime.onReload((report) => {
    const text = describeReload(report, { command, language: languageOfLocale(variables) });
    // Saving a config without a change is not reported.
    if (text !== "" && (text !== lastText || report.applied.length > 0)) print(visibleText(text));
    lastText = text;
  });
  const reload = () => runtime.reload(readSettings);
  const stops = [
    unsubscribe,
    await watchPaths(configFiles(first, variables), reload),
    await watchPaths(skillPlaces(first), () => runtime.search.refreshSkills()),
  ];
  // Picks up changes made between the start and the first watch.
  void reload();
  return () => {
    for (const stop of stops) stop();
  };
}
