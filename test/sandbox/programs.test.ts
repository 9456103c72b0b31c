import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import { findProgram } from "../../src/sandbox/process/find-program.ts";
import { PLAIN_TOOLS } from "../../src/sandbox/request/settle-request.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { usable } from "./engines.ts";

const { works, why } = await usable("bubblewrap");

/** Lists every file of the sandbox that the kernel, or the loader in its place, would start. */
const LIST = `
const { closeSync, openSync, readdirSync, readSync, statSync } = require("node:fs");
const walk = (folder) => {
  let entries = [];
  try { entries = readdirSync(folder || "/", { withFileTypes: true }); } catch {}
  for (const entry of entries) {
    const path = folder + "/" + entry.name;
    if (entry.isDirectory() && !/^\\/(proc|sys|dev)$/.test(path)) walk(path);
    if (!entry.isFile() || /\\.(so|node)(\\.|$)/.test(path) || (statSync(path).mode & 0o111) === 0) continue;
    const head = Buffer.alloc(4);
    const file = openSync(path, "r");
    readSync(file, head, 0, 4, 0);
    closeSync(file);
    if (head.toString("latin1") === "\\x7fELF") console.log(path);
  }
};
walk("");`;

describe.runIf(works)(`programs that were granted to a run${why}`, () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ driver: "bubblewrap" });
  });
  afterAll(() => sandbox.close());

  test("are all that there is, besides plain tools, the interpreter and the way in", async () => {
    const { stdout, exitCode } = await sandbox.start(["node", "-e", LIST], { programs: ["git"] }).result;
    expect(exitCode).toBe(0);
    const found = stdout.trim().split("\n");
    const known = [...PLAIN_TOOLS, "git", "node", "prlimit", "setpriv"].flatMap(
      (name) => findProgram(name) ?? [],
    );
    const expected = new Set([...known.map((path) => realpathSync(path)), "/opt/dejima/bin/node"]);
    const others = found.filter(
      (path) => !expected.has(path) && !/^\/usr\/lib(?:exec)?\/git-core\//.test(path),
    );
    expect(others).toEqual([]);
    expect(found.length).toBeGreaterThan(20);
  });

  test("cannot be added to: their folders are as fixed as the rest of the system", async () => {
    const line =
      "cp /usr/bin/env /usr/bin/curl || ln -s /usr/bin/env /usr/local/bin/curl || rm /usr/bin/env || exit 4";
    expect(await sandbox.start(["sh", "-c", line], { programs: [] }).result).toMatchObject({ exitCode: 4 });
  });

  test("start when the system has them as alternatives", async () => {
    const names = readdirSync("/usr/bin").filter((name) => {
      const path = `/usr/bin/${name}`;
      const target = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : "";
      return (
        target.startsWith("/etc/alternatives/") && existsSync(path) && realpathSync(path).startsWith("/usr/")
      );
    });
    const line = 'for name in "$@"; do [ -e "/usr/bin/$name" ] || echo "$name"; done';
    const { stdout } = await sandbox.start(["sh", "-c", line, "sh", ...names]).result;
    expect(stdout).toBe("");
    if (existsSync("/etc/alternatives/awk")) expect(names).toContain("awk");
  });
});
