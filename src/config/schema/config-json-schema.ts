import { z } from "zod";
import type { Language } from "../../support/language-of.ts";
import { isRecord } from "../../text/record.ts";
import { settingAbout } from "../../text/setting-words.ts";
import { configSchema } from "./config-schema.ts";
import { MESSENGERS_IN_CHINESE } from "./messengers.ts";

/** The schema as JSON Schema, for editors, with descriptions in the given language. */
export function configJsonSchema(language: Language = "en"): object {
  const schema = z.toJSONSchema(configSchema, { io: "input" });
  return language === "en" ? schema : translated(schema, "");
}

type Node = Readonly<Record<string, unknown>>;

/** The schema of one setting and of all settings below it, described in Chinese. */
function translated(node: Node, path: string): Node {
  const below = (name: string) => (path === "" ? name : `${path}.${name}`);
  const each = (name: string, change: (child: Node, key: string) => Node) => {
    const value = node[name];
    if (Array.isArray(value)) return { [name]: value.map((child) => change(child, name)) };
    return isRecord(value)
      ? {
          [name]: Object.fromEntries(
            Object.entries(value).map(([key, child]) => [key, change(child as Node, key)]), // a schema in a schema
          ),
        }
      : {};
  };
  const one = (name: string, at: string) =>
    isRecord(node[name]) ? { [name]: translated(node[name], at) } : {};
  return {
    ...node,
    ...(typeof node.description === "string"
      ? {
          description:
            MESSENGERS_IN_CHINESE[path] ?? settingAbout({ key: path, about: node.description }, "zh"),
        }
      : {}),
    ...each("properties", (child, key) => translated(child, below(key))),
    ...each("anyOf", (child) => translated(child, path)),
    ...one("additionalProperties", below("*")),
    ...one("items", below("*")),
  };
}
