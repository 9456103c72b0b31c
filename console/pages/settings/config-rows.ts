import type { Answer } from "../../core/api-calls.ts";
import { configLines } from "./config-lines.ts";

/** A setting that can be changed here. */
export type Setting = Answer<"get", "/api/config/settings">[number];

/**
 * One row of the table: a setting that can be changed here, or a line of the config that only other pages and
 * commands change.
 */
export interface ConfigRow {
  readonly path: string;
  readonly shown: string;
  readonly setting?: Setting;
}

/** Joins the settings, in the order of the schema, with the remaining lines of the config. */
export function configRows(config: unknown, settings: readonly Setting[]): readonly ConfigRow[] {
  const keys = new Set(settings.map(({ key }) => key));
  return [
    ...settings.map((setting) => ({ path: setting.key, shown: setting.value.join(", "), setting })),
    ...configLines(config).filter(({ path }) => !keys.has(path)),
  ];
}
