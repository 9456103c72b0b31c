import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serve } from "../../src/doors/http/serve.ts";
import { aRuntime } from "../support/a-runtime.ts";

const page = { accept: "text/html" };

/** A server with a console of two files, and one that is nobody's business. */
async function aConsole() {
  const world = await aRuntime();
  const folder = join(world.workspace, "console");
  await mkdir(join(folder, "assets"), { recursive: true });
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Console</title>");
  await writeFile(join(folder, "assets/index-AMVKqtPH.js"), "export {};");
  await writeFile(join(folder, ".built-from"), "hidden");
  const server = await serve({
    runtime: world.runtime,
    host: "127.0.0.1",
    port: 0,
    console: folder,
    onFault: () => {},
  });
  return {
    get: (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

test("the console is served at / with a policy that lets nothing run but its own files", async () => {
  await using world = await aConsole();
  const answer = await world.get("/");
  expect(await answer.text()).toContain("<title>Console</title>");
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  const script = await world.get("/assets/index-AMVKqtPH.js");
  expect(script.headers.get("content-type")).toContain("text/javascript");
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test("addresses of the console lead to its page; files that are not there, and hidden ones, are not found", async () => {
  await using world = await aConsole();
  expect(await (await world.get("/runs/some-run", page)).text()).toContain("<title>Console</title>");
  for (const path of ["/.built-from", "/assets/..%2f.built-from"])
    expect(await (await world.get(path, page)).text()).not.toBe("hidden");
  for (const path of ["/assets/gone-AMVKqtPH.js", "/api/nothing", "/v1/nothing"])
    expect([path, (await world.get(path, page)).status]).toEqual([path, 404]);
});

test("where the console is not built, a page says how to build it", async () => {
  await using world = await aRuntime();
  const folder = join(world.workspace, "none");
  const server = await serve({
    runtime: world.runtime,
    host: "127.0.0.1",
    port: 0,
    console: folder,
    onFault: () => {},
  });
  const answer = await fetch(server.url);
  expect(await answer.text()).toMatch(/npm run build[\s\S]*\/docs/);
  expect([answer.status, answer.headers.get("content-security-policy")]).toEqual([
    200,
    expect.stringContaining("'self'"),
  ]);
  await server.close();
});
