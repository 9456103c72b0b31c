import type { Settings } from "../../../config/load-config.ts";
import { visibleText } from "../../../text/visible-text.ts";
import type { Say } from "../words/say.ts";

/** Names the settings that are ignored until the config is trusted. Returns `undefined` if there are none. */
export function ignoredNote({ file = "", doubt, ignored }: Settings, say: Say): string | undefined {
  if (doubt === undefined || (ignored.length === 0 && doubt !== "changed")) return undefined;
  const why = {
    new: say`${file} is not trusted`,
    changed: say`${file} changed since you trusted it`,
    owner: say`${file} belongs to another account and is not trusted`,
  }[doubt];
  const parts = ignored.map((setting) => `${setting.key} (${setting.why})`).join(", ");
  const effect = ignored.length === 0 ? "" : say`, so these settings are ignored: ${visibleText(parts)}`;
  return say`${why}${effect}. \`dejima config trust\` shows it and accepts it`;
}
