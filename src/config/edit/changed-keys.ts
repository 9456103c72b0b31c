import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../text/record.ts";
import type { Config } from "../schema/config-schema.ts";

/** The settings in which two configs differ, as `section.key`, or `section` if it has no keys. */
export function changedKeys(before: Config, after: Config): string[] {
  const sections = Object.keys({ ...before, ...after }) as (keyof Config)[]; // the keys of two configs
  return sections.flatMap((section) => differences(before[section], after[section], section));
}

/** The keys at which two values differ: `key` itself, or keys below it. */
export function differences(before: unknown, after: unknown, key: string): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [key];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => `${key}.${name}`);
}

/** A copy of a config with some settings, named as by `changedKeys`, taken from another. */
export function withSettings(current: Config, from: Config, keys: readonly string[]): Config {
  const made: Record<string, unknown> = structuredClone(current);
  for (const key of keys) {
    const [section = "", name] = splitKey(key);
    const theirs: unknown = from[section as keyof Config]; // a key of two configs
    const own = made[section];
    if (name === undefined || !isRecord(theirs) || !isRecord(own)) take(made, section, theirs);
    else take(own, name, theirs[name]);
  }
  return made as Config; // each part is from one of two configs
}

function take(record: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete record[name];
  else record[name] = value;
}

/** A name below a section may contain dots. */
function splitKey(key: string): [section: string, name?: string] {
  const dot = key.indexOf(".");
  return dot === -1 ? [key] : [key.slice(0, dot), key.slice(dot + 1)];
}
