import { configFiles, skillPlaces, watchPaths } from "../../config/watch-config.ts";
import type { Runtime } from "../../runtime.ts";
import { describeReload } from "../../text/describe-reload.ts";
import { visibleText } from "../../text/visible-text.ts";
import type { CommandContext } from "./command.ts";

interface FollowOptions {
  /** What has to be restarted for settings that cannot change while it runs, such as `dejima serve`. */
  readonly command: string;
  /** Tells the person at the terminal. */
  tell(text: string): void;
}

/** Applies changes of the config and of skills while a command runs, whichever process made them. Gives what ends it. */
export async function followConfig(
  { settings, readSettings, variables }: Pick<CommandContext, "settings" | "readSettings" | "variables">,
  runtime: Runtime,
  { command, tell }: FollowOptions,
): Promise<() => void> {
  const first = await settings();
  let told = "";
  const stopTelling = runtime.onReload((report) => {
    const text = describeReload(report, { command });
    // A config that is saved again without a change is no news.
    if (text !== "" && (text !== told || report.applied.length > 0)) tell(visibleText(text));
    told = text;
  });
  const reload = () => runtime.reload(readSettings);
  const stops = [
    stopTelling,
    await watchPaths(configFiles(first, variables), reload),
    await watchPaths(skillPlaces(first), () => runtime.search.refreshSkills()),
  ];
  // What changed since the start, before anybody watched.
  void reload();
  return () => {
    for (const stop of stops) stop();
  };
}
