import type { ConfigInput } from "./config-schema.ts";
import type { Settings } from "./load-config.ts";
import { validateConfig } from "./parse-config.ts";

/** Settings from data, for a runtime that is embedded. */
export function settingsFrom(input: ConfigInput, { base, home }: { base: string; home: string }): Settings {
  const config = validateConfig(input, "options");
  return { config, base, home, secrets: [], lineOf: () => undefined, trusted: true, ignored: [] };
}
