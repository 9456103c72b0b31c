import type { Setting } from "../../contract/setting.ts";
import type { Language } from "../../support/language-of.ts";
import { isRecord } from "../../text/record.ts";
import type { Settings } from "../load-config.ts";
import { configJsonSchema } from "../schema/config-json-schema.ts";
import { DEFAULT_CONFIG } from "../schema/default-config.ts";
import { readableConfig } from "../schema/readable-config.ts";
import { commandForSetting, isSecretSetting } from "./setting-value.ts";

type SettingsInUse = Pick<Settings, "config" | "origins" | "user" | "team">;

/** Lists every setting that `config set` can change, with its meaning, the value in use and the file that decides it. */
export function listSettings(
  { config, origins = {}, user, team }: SettingsInUse,
  language: Language = "en",
): Setting[] {
  const [inUse, defaults] = [readableConfig(config), readableConfig(DEFAULT_CONFIG)];
  return leavesOf(configJsonSchema(language))
    .filter(({ key }) => commandForSetting(key) === undefined && !isSecretSetting(key))
    .flatMap(({ key, schema }) => {
      const kind = kindOf(schema);
      if (kind === undefined) return [];
      const file = origins[key];
      return {
        key,
        about: typeof schema.description === "string" ? schema.description : "",
        ...kind,
        value: wordsAt(inUse, key),
        default: wordsAt(defaults, key),
        from:
          file === undefined
            ? "default"
            : file === user?.file
              ? "user"
              : file === team?.file
                ? "team"
                : "project",
      };
    });
}

interface Leaf {
  readonly key: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

function leavesOf(schema: unknown, path: readonly string[] = []): Leaf[] {
  if (!isRecord(schema)) return [];
  if (!isRecord(schema.properties)) return [{ key: path.join("."), schema }];
  return Object.entries(schema.properties).flatMap(([name, child]) => leavesOf(child, [...path, name]));
}

/** How a value is entered. `undefined` for objects and lists of objects, which cannot be entered as text. */
function kindOf({
  type,
  enum: choices,
  items,
  anyOf,
}: Leaf["schema"]): Pick<Setting, "kind" | "choices"> | undefined {
  if (type === "boolean") return { kind: "switch", choices: [] };
  if (Array.isArray(choices)) return { kind: "choice", choices: choices.map(String) };
  if (type === "array")
    return isRecord(items) && items.type === "string" ? { kind: "list", choices: [] } : undefined;
  if (type === "object") return undefined;
  const isText =
    type !== undefined ||
    (Array.isArray(anyOf) && anyOf.every((each) => isRecord(each) && each.type !== "object"));
  return isText ? { kind: "text", choices: [] } : undefined;
}

function wordsAt(config: unknown, key: string): string[] {
  let value: unknown = config;
  for (const name of key.split(".")) value = isRecord(value) ? value[name] : undefined;
  if (Array.isArray(value)) return value.map(String);
  return value === undefined || value === null ? [] : [String(value)];
}
