import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { ROUTES } from "../surface/route-pins.ts";
import { aServer } from "./a-server.ts";

const run = promisify(execFile);
const root = new URL("../../", import.meta.url).pathname;
const generator = join(root, "test/http/client");

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Record<string, { content?: Record<string, unknown> }>;
  readonly parameters?: { name: string; in: string }[];
}
type Document = { paths: Record<string, Record<string, Operation>> };

test("/openapi.json is a valid document of OpenAPI 3.1, as a validator of others says", async () => {
  await using world = await aServer();
  const validator = new Validator();
  const result = await validator.validate(await world.json<Record<string, unknown>>("/openapi.json"));
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, validator.version]).toEqual([true, "3.1"]);
});

test("the API has these routes; every list comes in pages, and every error is a problem", async () => {
  await using world = await aServer();
  const { paths } = await world.json<Document>("/openapi.json");
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.sort()).toEqual([...ROUTES].sort());
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses, parameters = [] }] of Object.entries(operations)) {
      expect(Object.keys(responses.default?.content ?? {}), path).toEqual(["application/problem+json"]);
      const schema = responses[200]?.content?.["application/json"] as
        | { schema?: { type?: string } }
        | undefined;
      const isList = method === "get" && schema?.schema?.type === "array";
      if (!isList || BOUNDED.has(path)) continue;
      expect(
        parameters.filter((given) => given.in === "query").map((given) => given.name),
        path,
      ).toEqual(expect.arrayContaining(["limit", "cursor"]));
    }
  }
});

test("every operation has a summary and a unique id, for generated clients", async () => {
  await using world = await aServer();
  const { paths } = await world.json<Document>("/openapi.json");
  const all = Object.values(paths).flatMap((operations) => Object.values(operations));
  expect(all.length).toBeGreaterThan(90);
  const ids = all.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(all.length);
  for (const id of ids) expect(id).toMatch(/^(?:get|put|post|patch|delete)[A-Z]\w+$/);
  for (const { summary, operationId } of all) expect(summary, operationId).toMatch(/\S{2,}/);
});

/** Lists that cannot grow: the best hits, the files of one skill, rules that past questions suggest. */
const BOUNDED = new Set(["/api/memory/search", "/api/skills/{name}/changes", "/api/policy/suggest"]);

test("/docs shows every route without a script, from this server alone", async () => {
  await using world = await aServer();
  const page = await world.get("/docs");
  const html = await page.text();
  for (const route of ROUTES) expect(html).toContain(`<code>${route.split(" ")[1]}</code>`);
  expect(html).not.toMatch(/<script|style=|https?:\/\//);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect((await world.get("/docs/style.css")).headers.get("content-type")).toContain("text/css");
});

const hasGenerator = existsSync(join(generator, "node_modules/.bin/openapi-typescript"));
if (!hasGenerator) console.log("openapi: the generator of clients is not installed; `npm test` installs it");

test.skipIf(!hasGenerator)("a client that is generated from the document compiles and works", async () => {
  await using world = await aServer({ files: { "a.txt": "hello\n" } });
  const folder = await mkdtemp(join(tmpdir(), "dejima-client-"));
  try {
    await symlink(join(generator, "node_modules"), join(folder, "node_modules"));
    await cp(join(generator, "use-client.ts"), join(folder, "use-client.ts"));
    await writeFile(join(folder, "package.json"), '{"type": "module"}');
    await writeFile(join(folder, "openapi.json"), await (await world.get("/openapi.json")).text());
    const generate = join(generator, "node_modules/.bin/openapi-typescript");
    await run(generate, ["openapi.json", "--output", "generated/api.ts"], { cwd: folder });
    const compiler = join(generator, "node_modules/.bin/tsc");
    const options =
      "--strict --noEmit --target esnext --module nodenext --allowImportingTsExtensions --skipLibCheck";
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
    await run(compiler, [...options.split(" "), ...types, "use-client.ts"], { cwd: folder });
    const { stdout } = await run(process.execPath, ["use-client.ts", world.url], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({ outcome: "success", verdict: "ask", code: "tool_not_found" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${error}\n${stdout}${stderr}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
