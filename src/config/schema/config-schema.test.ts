import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { SETTINGS_IN_CHINESE } from "../../text/setting-words.ts";
import { listSettings } from "../edit/list-settings.ts";
import { configJsonSchema } from "./config-json-schema.ts";
import { configTemplate } from "./config-template.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";
import { MESSENGERS_IN_CHINESE } from "./messengers.ts";

const PUBLISHED = join(import.meta.dirname, "../../../docs/dejima.schema.json");

test("docs/dejima.schema.json is what `dejima config schema` prints", async () => {
  const published = JSON.parse(await readFile(PUBLISHED, "utf8"));
  expect(published, "stale: npm run -s dejima -- config schema > docs/dejima.schema.json").toEqual(
    JSON.parse(JSON.stringify(configJsonSchema())),
  );
});

test("the published schema takes what `dejima init` writes, and refuses a misspelt key", () => {
  const schema = configJsonSchema() as ConstructorParameters<typeof Validator>[0];
  const validator = new Validator(schema, "2020-12");
  expect(validator.validate(parse(configTemplate())).valid).toBe(true);
  expect(validator.validate({}).valid).toBe(true);
  expect(validator.validate({ tools: { timout: "3s" } }).valid).toBe(false);
  expect(validator.validate({ sandbox: { memory: "512m", cpu: 0.5, timeout: "30s" } }).valid).toBe(true);
});

test("every key of the schema has a description, its own or that of its group", () => {
  const unexplained: string[] = [];
  const walk = (schema: Record<string, unknown>, path: string, explained: boolean) => {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>);
    for (const [key, child] of fields) {
      const place = path === "" ? key : `${path}.${key}`;
      const clear = explained || child.description !== undefined || child.enum !== undefined;
      if (!clear && child.properties === undefined) unexplained.push(place);
      walk(child, place, clear);
    }
  };
  walk(configJsonSchema() as Record<string, unknown>, "", false);
  expect(unexplained).toEqual([]);
});

test("a new config shows every setting, stated or as a comment", () => {
  const paths = (node: { properties?: object }, path: string): string[] =>
    node.properties === undefined
      ? [path]
      : Object.entries(node.properties).flatMap(([key, child]) => paths(child, `${path} ${key}`.trim()));
  const shown = parse(configTemplate().replaceAll(/^# (?=\s*\w+:)/gm, ""));
  const missing = paths(configJsonSchema(), "").filter(
    (path) =>
      path.split(" ").reduce((at, key) => (Object.hasOwn(at ?? {}, key) ? at[key] : undefined), shown) ===
      undefined,
  );
  expect(paths(configJsonSchema(), "").length).toBeGreaterThan(90);
  expect(missing).toEqual([]);
});

const inChinese = (node: unknown, path = ""): [string, string][] => {
  if (typeof node !== "object" || node === null) return [];
  const described =
    "description" in node && typeof node.description === "string" ? node.description : undefined;
  return [
    ...(described === undefined ? [] : [[path, described] as [string, string]]),
    ...Object.entries(node).flatMap(([key, child]) => inChinese(child, `${path}/${key}`)),
  ];
};

test("every setting is explained in Chinese, in the same places as in English", () => {
  const [english, chinese] = [inChinese(configJsonSchema()), inChinese(configJsonSchema("zh"))];
  expect(chinese.map(([path]) => path)).toEqual(english.map(([path]) => path));
  expect(english.length).toBeGreaterThan(200);
  expect(chinese.filter(([, text]) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

test("no Chinese text is kept for a setting that is gone", () => {
  const used = new Set(inChinese(configJsonSchema("zh")).map(([, text]) => text));
  const kept = { ...SETTINGS_IN_CHINESE, ...MESSENGERS_IN_CHINESE };
  expect(Object.values(kept).filter((text) => !used.has(text))).toEqual([]);
});

test("a new config in Chinese has the same settings as one in English", () => {
  expect(parse(configTemplate("zh"))).toEqual(parse(configTemplate()));
  expect(configTemplate("zh")).not.toMatch(/e\.g\.|Without a rule/);
});

test("every setting that can be changed says what it means", () => {
  const settings = listSettings({ config: DEFAULT_CONFIG });
  expect(settings.length).toBeGreaterThan(100);
  expect(settings.filter(({ about }) => about === "")).toEqual([]);
});
