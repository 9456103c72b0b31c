import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { configJsonSchema } from "./config-schema.ts";
import { configTemplate } from "./config-template.ts";

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

test("every key of the schema is explained to whoever edits the file, by itself or with its group", () => {
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
