import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";
import { consolePages } from "../../src/doors/http/pages/console.ts";

const CODE = "export const lift = (tons) => tons > 0;\n".repeat(200);
const PATH = "/assets/core-AbCd1234.js";

async function aFolder(): Promise<AsyncDisposable & { readonly app: Hono; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-assets-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, PATH), CODE);
  await writeFile(join(folder, "index.html"), "<!doctype html><title>x</title>");
  const app = new Hono();
  app.use(consolePages(folder));
  return { app, folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["identity", null, (bytes: Buffer) => bytes],
  ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
  ["br;q=0.0, gzip; q=0", null, (bytes: Buffer) => bytes],
  ["BR;q=1", "br", brotliDecompressSync],
  ["brotli, x-gzip-2", null, (bytes: Buffer) => bytes],
] as const)("consolePages() compresses what a browser accepts: %s", async (accepted, encoding, read) => {
  await using held = await aFolder();
  for (let again = 0; again < 2; again++) {
    const answer = await held.app.request(PATH, { headers: { "accept-encoding": accepted } });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toBe("accept-encoding");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(read(bytes).toString()).toBe(CODE);
    if (encoding !== null) expect(bytes.length).toBeLessThan(CODE.length / 10);
  }
});

test("consolePages() sends its page as it is, and looks for it each time", async () => {
  await using held = await aFolder();
  const answer = await held.app.request("/", { headers: { "accept-encoding": "br" } });
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(answer.headers.get("cache-control")).toBe("no-cache");
});

test("consolePages() sends the compressed files of the build unchanged", async () => {
  await using held = await aFolder();
  await writeFile(join(held.folder, `${PATH}.br`), "as built");
  const answer = await held.app.request(PATH, { headers: { "accept-encoding": "br" } });
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(await answer.text()).toBe("as built");
});

test("the build puts each script and style beside itself in fewer bytes", () => {
  expect(buildConsole()).toBe(true);
  const built = join(import.meta.dirname, "../../dist/console/assets");
  const names = globSync("*.{js,css}", { cwd: built });
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const content = readFileSync(join(built, name));
    expect(brotliDecompressSync(readFileSync(join(built, `${name}.br`)))).toEqual(content);
    expect(gunzipSync(readFileSync(join(built, `${name}.gz`)))).toEqual(content);
  }
});
