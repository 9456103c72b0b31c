import { isRecord } from "../../../src/text/record.ts";
import type { Answer } from "../../core/api-calls.ts";

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

/** One setting: its path, and its value as a line. */
interface ConfigLine {
  readonly path: string;
  readonly shown: string;
}

/** Joins the settings, in the order of the schema, with the remaining lines of the config. */
export function configRows(config: unknown, settings: readonly Setting[]): readonly ConfigRow[] {
  const keys = new Set(settings.map(({ key }) => key));
  return [
    ...settings.map((setting) => ({ path: setting.key, shown: setting.value.join(", "), setting })),
    ...configLines(config).filter(({ path }) => !keys.has(path)),
  ];
}

/** Every setting of a config, one per line. Lists of plain values are one line. */
export function configLines(value: unknown, path = ""): readonly ConfigLine[] {
  if (isRecord(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0 && path !== "") return [{ path, shown: "" }];
    return entries.flatMap(([name, inner]) => configLines(inner, path === "" ? name : `${path}.${name}`));
  }
  if (Array.isArray(value))
    return value.some((item) => typeof item === "object" && item !== null)
      ? value.flatMap((item, index) => configLines(item, `${path}[${index}]`))
      : [{ path, shown: value.map(String).join(", ") }];
  return [{ path, shown: typeof value === "string" ? value : JSON.stringify(value ?? null) }];
}
