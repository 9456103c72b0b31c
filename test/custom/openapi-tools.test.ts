import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operationNames } from "../../src/sources/http/api-tools.ts";
import { readDocument } from "../../src/sources/http/openapi-document.ts";
import { operationSchema } from "../../src/sources/http/operation-schema.ts";
import { buildRequest } from "../../src/sources/http/operation-tool.ts";
import { aServer } from "../network/a-server.ts";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

const DOCUMENT = (server: string) => `openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: "${server}/{version}", variables: { version: { default: v1 } } }]
paths:
  /pets/{petId}:
    parameters:
      - { $ref: "#/components/parameters/petId" }
    get:
      operationId: getPet
      summary: Get one pet by its id
      parameters:
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: box, in: query, style: deepObject, schema: { type: object } }
        - { name: X-Trace, in: header, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
    delete: { operationId: removePet, summary: Remove a pet for ever }
  /pets:
    post:
      operationId: addPet
      requestBody:
        required: true
        content: { "application/json; charset=utf-8": { schema: { $ref: "#/components/schemas/Pet" } } }
components:
  parameters:
    petId: { name: petId, in: path, required: true, schema: { type: string } }
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        example: { type: string, nullable: true }
        weight: { type: number, minimum: 0, exclusiveMinimum: true }
        parent: { $ref: "#/components/schemas/Pet" }
        elsewhere: { $ref: "https://example.com/schemas.json#/Thing" }
    Unused: { type: string }
`;

test("operations of a document are tools that send what the document says", async () => {
  const seen: { line: string; headers: Record<string, unknown>; body: string }[] = [];
  await using server = await aServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      response.setHeader("content-type", "application/problem+json");
      response.statusCode = request.method === "DELETE" ? 404 : 200;
      response.end(JSON.stringify({ ok: true }));
    });
  });
  await using world = await aRuntime({
    yaml: `network: { allowPrivate: ["127.0.0.1"] }
permissions: { safe: [pets_add_pet, pets_remove_pet] }
openapi:
  pets: { document: pets.yaml, headers: { authorization: "Bearer \${PET_KEY}" }, query: { key: "\${PET_KEY}" } }
`,
    variables: { PET_KEY: "pet-secret-0123456789" },
    files: { "pets.yaml": DOCUMENT(server.url) },
    // What came from the API has tainted the run: sending is asked about, whatever a rule allows.
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
  const { runtime } = world;
  const input = { petId: "a/b c", tags: ["x", "y&z"], box: { size: 3 }, "X-Trace": "t1" };
  expect(outputOf(await runtime.execute("pets_get_pet", input))).toEqual({ status: 200, body: { ok: true } });
  const added = await runtime.execute("pets_add_pet", {
    body: { name: "Rex", example: null, parent: { name: "Ada" } },
  });
  expect(outputOf(added)).toMatchObject({ status: 200 });
  expect(outputOf(await runtime.execute("pets_remove_pet", { petId: "7" }))).toMatchObject({ status: 404 });
  expect(seen.map(({ line }) => line)).toEqual([
    "GET /v1/pets/a%2Fb%20c?tags=x&tags=y%26z&box%5Bsize%5D=3&key=pet-secret-0123456789",
    "POST /v1/pets?key=pet-secret-0123456789",
    "DELETE /v1/pets/7?key=pet-secret-0123456789",
  ]);
  expect(seen[0]?.headers).toMatchObject({ "x-trace": "t1", authorization: "Bearer pet-secret-0123456789" });
  expect(JSON.parse(seen[1]?.body ?? "")).toEqual({ name: "Rex", example: null, parent: { name: "Ada" } });
  // The key is in no record.
  const kept = [...(await world.homeFiles()).values()].join("\n");
  expect(kept).toContain("/v1/pets/7");
  expect(kept).not.toContain("pet-secret");
  expect(runtime.toolInfo("pets_remove_pet")).toMatchObject({ risk: "high", source: "http" });
});

test("a rule for a host or path reaches operations, and a part of the path cannot lead elsewhere", async () => {
  await using world = await aRuntime({
    yaml: `permissions: { deny: ["host.read(https://api.example.com/v1/pets/secret*)"] }
openapi: { pets: { document: pets.yaml, operations: [getPet] } }
`,
    files: { "pets.yaml": DOCUMENT("https://api.example.com") },
  });
  const { runtime } = world;
  await runtime.ready();
  expect(runtime.registry.has("pets_add_pet")).toBe(false);
  expect(await runtime.explain("pets_get_pet", { petId: "secret-1" })).toMatchObject({ verdict: "deny" });
  expect(await runtime.explain("pets_get_pet", { petId: "1" })).toMatchObject({ verdict: "allow" });
  for (const petId of ["..", ".", ""]) {
    expect(errorOf(await runtime.execute("pets_get_pet", { petId })).code).not.toBe("internal");
    expect(errorOf(await runtime.execute("pets_get_pet", { petId })).message).toContain("petId");
  }
  expect(errorOf(await runtime.execute("pets_get_pet", {})).code).toBe("invalid_input");
});

test("operationSchema() carries along only the named schemas in use, as JSON Schema says things", () => {
  const { operations, schemas } = readDocument(DOCUMENT("https://a.example"), "pets");
  const add = operations.find(({ id }) => id === "addPet");
  expect(add && operationSchema(add, schemas)).toEqual({
    type: "object",
    properties: { body: { $ref: "#/$defs/Pet" } },
    required: ["body"],
    additionalProperties: false,
    $defs: {
      Pet: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string" },
          example: { type: ["string", "null"] },
          weight: { type: "number", minimum: 0, exclusiveMinimum: 0 },
          parent: { $ref: "#/$defs/Pet" },
          elsewhere: {},
        },
      },
    },
  });
});

test.each([
  ["swagger: '2.0'", /not an OpenAPI 3 document/],
  ["openapi: 3.1.0\npaths: {}", /describes no operation/],
  ["a: [", /neither JSON nor YAML/],
  ['{"openapi":"3.1.0","openapi":"2.0","paths":{}}', /keys must be unique/],
  [
    '{"openapi":"3.0.0","paths":{"/\\u001b[2J\\nx":{"get":7}}}',
    /GET \/␛\[2J␊x is not a valid OpenAPI operation/,
  ],
  ["openapi: 3.0.0\npaths: {/a: {get: 7}}", /GET \/a is not a valid OpenAPI operation/],
  ["a: &a [*a, *a]", /refers to itself/],
  [
    `{"openapi":"3.1.0","paths":{"/a":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`,
    /nested deeper than 200 levels/,
  ],
  [`{"openapi":"3.1.0","x":${'{"a":'.repeat(300)}1${"}".repeat(300)}}`, /nested deeper than 200 levels/],
])("readDocument() refuses document %# with its reason", (text, reason) => {
  expect(() => readDocument(text, "it")).toThrow(reason);
});

test("operationNames() gives each operation one name that models can call", () => {
  const ids = ["getPet", "get-pet", "get /pets/{id}", "x".repeat(90)];
  const names = operationNames(
    "api",
    ids.map((id) => ({ id })),
  );
  expect(names.slice(0, 3)).toEqual([
    "api_get_pet",
    expect.stringMatching(/^api_get_pet_[0-9a-f]{8}$/),
    "api_get_pets_id",
  ]);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
  expect(new Set(names).size).toBe(4);
});

test("tool add-openapi keeps a document from elsewhere, and takes back what does not work", async () => {
  await using server = await aServer((_request, response) => response.end(DOCUMENT("")));
  await using cli = await aCliFolder({
    "dejima.yaml": `# mine\nnetwork: { allowPrivate: ["127.0.0.1"] }\n`,
    "relative.yaml": DOCUMENT(""),
  });
  const added = await cli.run([
    "tool",
    "add-openapi",
    "pets",
    `${server.url}/openapi.yaml`,
    "--operation",
    "getPet",
    "--json",
  ]);
  expect([added.code, added.json()]).toMatchObject([0, { tools: ["pets_get_pet"] }]);
  const text = await readFile(join(cli.folder, "dejima.yaml"), "utf8");
  expect(text).toMatch(/^# mine/);
  expect(text).toContain(`baseUrl: ${server.url}`);
  const [again, nowhere, wrong] = [
    await cli.run(["tool", "add-openapi", "pets", "relative.yaml", "--json"]),
    await cli.run(["tool", "add-openapi", "other", "relative.yaml", "--json"]),
    await cli.run(["tool", "add-openapi", "other", "missing.yaml", "--json"]),
  ];
  expect([again.code, again.json()]).toMatchObject([1, { error: { code: "conflict" } }]);
  expect([nowhere.code, nowhere.json()]).toMatchObject([
    2,
    { error: { message: /set openapi.other.baseUrl/ } },
  ]);
  expect([wrong.code, wrong.json()]).toMatchObject([1, { error: { code: "io_error" } }]);
  expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).toBe(text);
  const removed = await cli.run(["tool", "remove-openapi", "pets", "--json"]);
  expect(removed.code).toBe(0);
  expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).not.toContain("openapi");
});

test("an operation cannot lead to another host than the API's, whatever its document calls a path", async () => {
  const { operations } = readDocument(
    'openapi: 3.0.3\npaths: { "@evil.example/": { get: {} }, ".evil.example/": { get: {} }, "/good": { get: {} }, ":80@evil.example/": { get: {} } }',
    "test",
  );
  const results = operations.map((operation) => {
    try {
      return buildRequest(operation, {}, "https://api.example.com").url;
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
  expect(results).toEqual(["host_blocked", "host_blocked", "https://api.example.com/good", "host_blocked"]);
});

test("readDocument() treats a reference with broken escapes as dangling", () => {
  const document = readDocument(
    `openapi: 3.0.3
info: { title: Broken }
paths:
  /a:
    post:
      operationId: a
      parameters: [{ $ref: "#/components/parameters/%zz" }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/%E0%A4%A" } } } }
`,
    "broken.yaml",
  );
  const [operation] = document.operations;
  expect(operation?.parameters).toEqual([]);
  expect(operation && operationSchema(operation, document.schemas)).toMatchObject({
    properties: { body: {} },
  });
});
