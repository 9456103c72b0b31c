import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const DEPLOY = join(import.meta.dirname, "../../deploy");
const CHART = join(DEPLOY, "helm");
const read = (file: string) => readFileSync(join(CHART, file), "utf8");

/** What the chart uses of the values, by path. */
type Values = Readonly<Record<string, unknown>>;

const values: Values = parse(read("values.yaml"));
const templates = readdirSync(join(CHART, "templates"));
const hasHelm = spawnSync("helm", ["version"]).status === 0;

const valueAt = (given: Values, path: string): unknown =>
  path.split(".").reduce<unknown>((at, key) => {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) throw new Error(`No value ${path}`);
    return Reflect.get(at, key);
  }, given);

/** Renders the few things that the templates use: a value, `quote`, `default`, `if` and `not`. Anything else is an error. */
function render(template: string, given: Values): string {
  const kept: boolean[] = [];
  return template
    .split("\n")
    .flatMap((line) => {
      const [, negated, condition] = /^\s*\{\{- if (not )?\.Values\.([\w.]+) \}\}$/.exec(line) ?? [];
      if (condition !== undefined) {
        kept.push(Boolean(valueAt(given, condition)) !== (negated !== undefined));
        return [];
      }
      if (/^\s*\{\{- end \}\}$/.test(line)) {
        if (kept.pop() === undefined) throw new Error("an end without a beginning");
        return [];
      }
      if (kept.includes(false)) return [];
      const done = line.replace(
        /\{\{ \.Values\.([\w.]+)(?: \| (quote|default "([^"]*)"))? \}\}/g,
        (_whole, path: string, filter: string | undefined, otherwise: string | undefined) => {
          const value = valueAt(given, path);
          if (filter === "quote") return JSON.stringify(String(value));
          return String(value === "" && otherwise !== undefined ? otherwise : value);
        },
      );
      if (/\{\{|\}\}/.test(done)) throw new Error(`cannot render ${line}`);
      return [done];
    })
    .join("\n")
    .concat(kept.length > 0 ? "{{ unclosed" : "");
}

function documentsOf(text: string) {
  return parseAllDocuments(text).flatMap((document) => {
    expect(document.errors, text).toEqual([]);
    return document.toJS() ?? [];
  });
}

const chart = (given: Values) =>
  templates.flatMap((file) => documentsOf(render(read(`templates/${file}`), given)));
const byName = (manifests: readonly ReturnType<typeof chart>[number][]) =>
  new Map(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]));

test("the chart renders the same processes as the plain manifests", () => {
  const ours = byName(chart(values));
  const plain = byName(
    ["web.yaml", "worker.yaml", "config.yaml", "secret.yaml", "workspace.yaml", "disruption.yaml"].flatMap(
      (file) => documentsOf(readFileSync(join(DEPLOY, "kubernetes", file), "utf8")),
    ),
  );
  expect([...ours.keys()].toSorted()).toEqual([...plain.keys(), "Ingress web"].toSorted());
  for (const [name, manifest] of plain) {
    const expected = structuredClone(manifest);
    // Kustomize puts the image in.
    if (manifest.kind === "Deployment") expected.spec.template.spec.containers[0].image = values.image;
    expect(ours.get(name), name).toEqual(expected);
  }
  const ingress = ours.get("Ingress web")?.spec;
  expect(ingress.rules[0]).toMatchObject({ host: values.host });
  expect(ingress.rules[0].http.paths[0].backend.service).toEqual({ name: "web", port: { name: "http" } });
});

test("a secret that is there already is used, and parts that are turned off are left out", () => {
  const changed = structuredClone(values) as Record<string, Record<string, unknown>>;
  Object.assign(changed.secret ?? {}, { existing: "mine" });
  Object.assign(changed.ingress ?? {}, { enabled: false });
  Object.assign(changed.workspace ?? {}, { storageClass: "shared" });
  const ours = byName(chart(changed));
  expect([...ours.keys()].filter((name) => /^(?:Secret|Ingress)/.test(name))).toEqual([]);
  for (const name of ["Deployment web", "Deployment worker"])
    expect(ours.get(name)?.spec.template.spec.containers[0].envFrom[1]).toEqual({
      secretRef: { name: "mine" },
    });
  expect(ours.get("PersistentVolumeClaim workspace")?.spec.storageClassName).toBe("shared");
});

test("the schema accepts the values, refuses what it does not know, and every value is used", () => {
  const validator = new Validator(JSON.parse(read("values.schema.json")), "7", false);
  expect(validator.validate(values).errors).toEqual([]);
  for (const wrong of [
    { replicas: 3 },
    { worker: { replicas: 0, runs: 1 } },
    { blobs: "https://example.com" },
  ])
    expect(validator.validate({ ...values, ...wrong }).valid, JSON.stringify(wrong)).toBe(false);
  const text = templates.map((file) => read(`templates/${file}`)).join("\n");
  const paths = (at: unknown, path: string): string[] =>
    typeof at === "object" && at !== null
      ? Object.entries(at).flatMap(([key, value]) => paths(value, path === "" ? key : `${path}.${key}`))
      : [path];
  for (const path of paths(values, "")) expect(text, path).toContain(`.Values.${path} `);
  expect(parse(read("Chart.yaml"))).toMatchObject({ apiVersion: "v2", name: "dejima" });
});

test.runIf(hasHelm)("helm renders the chart as we do", () => {
  const { stdout, status, stderr } = spawnSync("helm", ["template", "dejima", CHART], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(byName(documentsOf(stdout))).toEqual(byName(chart(values)));
});
