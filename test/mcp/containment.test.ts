import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type APackageHome, aPackageHome, aServerPackage, worked } from "./fixtures/a-package-home.ts";
import { aServerScript } from "./fixtures/an-npm-registry.ts";

let home: APackageHome;
beforeAll(async () => {
  home = await aPackageHome();
});
afterAll(() => home.close());

const npx = (name: string, more: object = {}) => ({
  [name]: { command: "npx", args: ["-y", name], ...more },
});

/** Publishes a server whose tool does this, calls it and gives what the caller is told. */
async function told(
  name: string,
  body: string,
  more: object = {},
): Promise<{ message: string; denied: unknown }> {
  await home.registry.publish(aServerPackage(name, aServerScript(body)));
  const runtime = home.runtime(npx(name, more));
  const outcome = await worked(runtime, name);
  const [report] = await runtime.mcp.reports();
  if (outcome.type !== "failure") return expect.unreachable("it was let through");
  return { message: outcome.error.message, denied: report?.denied };
}

test("a host that a server may not reach is told as containment, with the command that grants it", async () => {
  const body = 'await fetch("https://api.example.com/v1"); return "reached"';
  const { message, denied } = await told("fetcher", body);
  expect(message).toContain("fetch failed");
  expect(message).toContain(
    'Contained: "fetcher" tried to access the host api.example.com, which was denied',
  );
  expect(message).toContain("dejima mcp grant fetcher host:api.example.com");
  expect(denied).toEqual([{ kind: "host", what: "api.example.com", grant: "host:api.example.com" }]);
});

test("a host beside the granted ones is told as containment, too", async () => {
  const body = 'const r = await fetch("http://other.example.com/"); throw new Error("status " + r.status)';
  const { message } = await told("beside", body, { hosts: ["api.example.com"] });
  expect(message).toContain("dejima mcp grant beside host:other.example.com");
});

test("a file that a server may not see, or not write, is told as containment; one that is nowhere is not", async () => {
  const file = join(home.workspace, "notes.txt");
  await writeFile(file, "x");
  const body = `
    const fs = require("node:fs");
    try { fs.readFileSync("/nowhere/at/all.txt") } catch {}
    return fs.readFileSync(${JSON.stringify(file)}, "utf8");
  `;
  const { denied } = await told("reader", body);
  expect(denied).toEqual([{ kind: "file", what: file, grant: `folder:${file}` }]);
  const write = `return require("node:fs").promises.writeFile(${JSON.stringify(file)}, "y")`;
  const { message } = await told("writer", write, { folders: [home.workspace] });
  expect(message).toContain(`dejima mcp grant writer write:${file}`);
});

test("a program that is not there is named", async () => {
  const body = `
    const { spawn } = require("node:child_process");
    await new Promise((resolve, reject) => spawn("no-such-program", ["x"]).on("error", reject).on("exit", resolve));
  `;
  const { message } = await told("spawner", body);
  expect(message).toContain("the program no-such-program");
});

test("a server that does not start without a variable says which, and the grant for it", async () => {
  const before = `
    const { SEARCH_API_KEY } = process.env;
    if (!SEARCH_API_KEY || !process.env.OTHER_UNRELATED) console.error("Error: SEARCH_API_KEY is required"), process.exit(1);
  `;
  await home.registry.publish(aServerPackage("needy", aServerScript("return 1", before)));
  const runtime = home.runtime(npx("needy"));
  const problem = (await runtime.mcp.discover(["needy"])).get("needy");
  expect(problem?.message).toContain("SEARCH_API_KEY is required");
  expect(problem?.message).toContain("dejima mcp grant needy env:SEARCH_API_KEY");
  expect(problem?.details.denied).toEqual([
    { kind: "variable", what: "SEARCH_API_KEY", grant: "env:SEARCH_API_KEY" },
  ]);
});

test("what a server writes beside its own program is kept, and changes nobody else's", async () => {
  const body = `
    const { appendFileSync, readFileSync } = require("node:fs");
    appendFileSync(__dirname + "/memory.jsonl", "x");
    return readFileSync(__dirname + "/memory.jsonl", "utf8") + require("helper");
  `;
  await home.registry.publish({
    name: "helper",
    version: "1.0.0",
    files: { "index.js": "module.exports = '!'" },
  });
  const made = aServerPackage("memo", aServerScript(body));
  await home.registry.publish({ ...made, manifest: { ...made.manifest, dependencies: { helper: "1" } } });
  const servers = { ...npx("memo"), other: { command: "npx", args: ["-y", "memo"], prefix: true } };
  expect(await worked(home.runtime(servers), "memo")).toMatchObject({ output: "x!" });
  const again = home.runtime(servers);
  expect(await worked(again, "memo")).toMatchObject({ output: "xx!" });
  await again.mcp.discover(["other"]);
  expect(await again.execute("other__work", {})).toMatchObject({ output: "x!" });
});

test("variables that a contained server does not get are named", async () => {
  const env = { LDAP_URL: "ldap://a", DEBUG: "*", NODE_OPTIONS: "-r x", LD_PRELOAD: "x", PYTHONPATH: "x" };
  const body = "return [process.env.LDAP_URL, process.env.DEBUG, process.env.NODE_OPTIONS].join()";
  await home.registry.publish(aServerPackage("told", aServerScript(body)));
  const runtime = home.runtime(npx("told", { env }));
  expect(await worked(runtime, "told")).toMatchObject({ output: "ldap://a,*," });
  const [report] = await runtime.mcp.reports();
  expect(report?.dropped).toEqual(["NODE_OPTIONS", "LD_PRELOAD", "PYTHONPATH"]);
});
