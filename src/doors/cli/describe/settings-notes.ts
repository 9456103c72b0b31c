import type { Settings } from "../../../config/load-config.ts";
import { visibleText } from "../../../text/visible-text.ts";

/** Names the settings that are ignored until the config is trusted. Returns `undefined` if there are none. */
export function ignoredNote({ file, doubt, ignored }: Settings): string | undefined {
  if (doubt === undefined || (ignored.length === 0 && doubt !== "changed")) return undefined;
  const why = {
    new: "is not trusted",
    changed: "changed since you trusted it",
    owner: "belongs to another account and is not trusted",
  }[doubt];
  const parts = ignored.map((setting) => `${setting.key} (${setting.why})`).join(", ");
  const effect = ignored.length === 0 ? "" : `, so these settings are ignored: ${visibleText(parts)}`;
  return `${file} ${why}${effect}. \`dejima config trust\` shows it and accepts it`;
}
