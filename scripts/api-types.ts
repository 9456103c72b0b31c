// Writes the types of the API for the console, from the OpenAPI document of the server.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEntrance } from "../src/access/entrance.ts";
import { openTokens } from "../src/access/tokens.ts";
import { createApp } from "../src/doors/http/app.ts";
import { createRuntime } from "../src/runtime.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The generator. `npm test` installs it together with the TypeScript that it needs. */
export const GENERATOR = join(root, "test/http/client/node_modules/openapi-typescript/bin/cli.js");

/** Where the types are kept. */
export const API_TYPES = join(root, "console/core/api-types.ts");

/** Generates the types from the current OpenAPI document of the server. */
export async function apiTypes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "dejima-api-types-"));
  const runtime = createRuntime({ workspace: folder, home: join(folder, "home") });
  try {
    const app = createApp({
      runtime,
      entrance: createEntrance({
        tokens: openTokens(runtime.store.documents),
        hosts: ["localhost"],
        anonymous: undefined,
        perMinute: 1_000,
      }),
      onFault: (error) => console.error(error),
    });
    const document = await app.request("http://localhost/openapi.json", { headers: { host: "localhost" } });
    const [given, made] = [join(folder, "openapi.json"), join(folder, "api.ts")];
    writeFileSync(given, JSON.stringify(withSharedSchemas(usedByConsole(await document.json()))));
    execFileSync(process.execPath, [GENERATOR, given, "--output", made], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return `// Made by \`npm run api-types\` from the OpenAPI document of the server. Do not edit.\n${withoutAbsentParts(readFileSync(made, "utf8"))}`;
  } finally {
    await runtime.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Json = unknown;
type Fields = Readonly<Record<string, Json>>;
interface Content {
  readonly content?: Fields;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Fields };
}
interface Operation {
  readonly parameters?: Json;
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Content>>;
}

/** What the console uses of the document: what each route takes, and the JSON that it answers with. */
function usedByConsole({ paths, components, ...document }: ApiDocument): ApiDocument {
  const used = eachValue(paths, (operations) =>
    eachValue(operations, ({ parameters, requestBody, responses }) => {
      const json = responses[200]?.content?.["application/json"];
      const content = json === undefined ? {} : { content: { "application/json": json } };
      return { parameters, requestBody, responses: { 200: { description: "", ...content } } };
    }),
  );
  const text = JSON.stringify(used);
  const schemas = Object.entries(components.schemas).filter(([name]) => text.includes(refTo(name)));
  return { ...document, paths: used, components: { schemas: Object.fromEntries(schemas) } };
}

/** The document with each schema that it holds several times written once, named after its first route or field. */
function withSharedSchemas({ components, ...document }: ApiDocument): ApiDocument {
  const counts = new Map<string, number>();
  const count = (value: Json): void => {
    const text = isRecord(value) ? JSON.stringify(value) : "";
    counts.set(text, (counts.get(text) ?? 0) + 1);
    if (text === "" || counts.get(text) === 1) for (const part of partsOf(value)) count(part);
  };
  count(document.paths);
  const schemas = new Map<string, { readonly name: string; schema?: Json }>();
  const share = (value: Json, named: string): Json => {
    if (Array.isArray(value)) return value.map((item) => share(item, named));
    if (typeof value !== "object" || value === null) return value;
    const inner = () =>
      Object.fromEntries(
        Object.entries(value).map(([key, part]) => [
          key,
          share(part, key.match(NAMES_NOTHING) ? named : key),
        ]),
      );
    const text = isRecord(value) ? JSON.stringify(value) : "";
    if ((counts.get(text) ?? 0) < 2 || text === "") return inner();
    let shared = schemas.get(text);
    if (shared === undefined) {
      shared = { name: freeName(named, new Set([...schemas.values()].map(({ name }) => name))) };
      schemas.set(text, shared);
      shared.schema = inner();
    }
    return { $ref: refTo(shared.name) };
  };
  const paths = eachValue(document.paths, (operations, path) =>
    eachValue(operations, (operation) => share(operation, path)),
  );
  const added = Object.fromEntries([...schemas.values()].map(({ name, schema }) => [name, schema]));
  // The shape of an operation stays: only schemas inside it are replaced.
  return {
    ...document,
    paths: paths as ApiDocument["paths"],
    components: { schemas: { ...components.schemas, ...added } },
  };
}

/** The keys of a document that are no name of what is below them. */
const NAMES_NOTHING =
  /^(?:parameters|requestBody|responses|200|content|application\/json|schema|items|properties|anyOf|oneOf|allOf|additionalProperties)$/;

const refTo = (name: string) => `#/components/schemas/${name}`;

const isRecord = (value: Json): boolean =>
  typeof value === "object" &&
  value !== null &&
  "type" in value &&
  value.type === "object" &&
  "properties" in value;

const partsOf = (value: Json): Json[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** "/api/schedules/{id}" becomes Schedules. */
function freeName(named: string, taken: ReadonlySet<string>): string {
  const word = named.split("/").findLast((part) => /^\w/.test(part)) ?? named;
  const name = word.replaceAll(/(?:^|\W)(\w)/g, (_all, letter: string) => letter.toUpperCase());
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}${number}`;
    if (!taken.has(free)) return free;
  }
}

function eachValue<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

/** The types without the fields that say that something is absent, and without what only says that answers have headers. */
function withoutAbsentParts(types: string): string {
  return types
    .replaceAll(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, "")
    .replaceAll(/^ +(?:\w+|\d+)\??: never;\n/gm, "")
    .replaceAll(/^ +(?:content|parameters): \{\n +\};\n/gm, "")
    .replaceAll(/^ +\/\*\* @description \*\/\n/gm, "")
    .replaceAll(/^export type (?:webhooks|\$defs|operations) = .*\n/gm, "");
}

if (import.meta.main) writeFileSync(API_TYPES, await apiTypes());
