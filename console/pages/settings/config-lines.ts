import { isRecord } from "../../../src/text/record.ts";

/** One setting: its path, and its value as a line. */
interface ConfigLine {
  readonly path: string;
  readonly shown: string;
}

/** Every setting of a config, one per line. Lists of plain values are one line. */
export function configLines(value: unknown, path = ""): readonly ConfigLine[] {
  if (isRecord(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0 && path !== "") return [{ path, shown: "" }];
    return entries.flatMap(([name, held]) => configLines(held, path === "" ? name : `${path}.${name}`));
  }
  if (Array.isArray(value))
    return value.some((item) => typeof item === "object" && item !== null)
      ? value.flatMap((item, index) => configLines(item, `${path}[${index}]`))
      : [{ path, shown: value.map(String).join(", ") }];
  return [{ path, shown: typeof value === "string" ? value : JSON.stringify(value ?? null) }];
}
