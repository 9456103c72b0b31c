import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptCommand } from "./script-command.ts";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-script-")));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }));

async function script(name: string, content = ""): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, content);
  return path;
}

test("scriptCommand() goes by the extension", async () => {
  const expected = {
    "a.js": "node",
    "a.MJS": "node",
    "a.cjs": "node",
    "a.ts": "node",
    "a.py": "python3",
    "a.sh": "sh",
  };
  for (const [name, program] of Object.entries(expected)) {
    const path = await script(name, "x");
    expect(await scriptCommand(path, ["one two", "$x"])).toEqual([program, path, "one two", "$x"]);
  }
});

test("scriptCommand() goes by the first line before the extension", async () => {
  const lines: [string, string[]][] = [
    ["#!/usr/bin/env python\n", ["python3"]],
    ["#!/usr/bin/python3.11 -u\r\n", ["python3", "-u"]],
    ["#! /bin/bash\n", ["bash"]],
    ["#!/usr/bin/env -S node --no-warnings\n", ["node", "--no-warnings"]],
  ];
  for (const [line, program] of lines) {
    const path = await script("tool", line);
    expect(await scriptCommand(path)).toEqual([...program, path]);
  }
});

test("scriptCommand() runs TypeScript with Node when the first line names a runner that is not there", async () => {
  const path = await script("tool.ts", "#!/usr/bin/env tsx\n");
  expect(await scriptCommand(path)).toEqual(["node", path]);
});

test("scriptCommand() keeps an interpreter that it does not know as it is written", async () => {
  const path = await script("tool.x", "#!/opt/lang/bin/lang --go\n");
  expect(await scriptCommand(path)).toEqual(["/opt/lang/bin/lang", "--go", path]);
});

test("scriptCommand() takes the entry of a folder from package.json, or its index file", async () => {
  const main = await script("one/lib/go.mjs");
  await script("one/package.json", JSON.stringify({ main: "lib/go.mjs" }));
  expect(await scriptCommand(join(folder, "one"))).toEqual(["node", main]);
  await script("one/package.json", JSON.stringify({ bin: { go: "./lib/go.mjs" } }));
  expect(await scriptCommand(join(folder, "one"), ["a"])).toEqual(["node", main, "a"]);
  const index = await script("two/index.py");
  expect(await scriptCommand(join(folder, "two"))).toEqual(["python3", index]);
});

test("scriptCommand() refuses what it cannot run, and says why", async () => {
  await script("three/package.json", JSON.stringify({ main: "../a.js" }));
  await script("a.js");
  await expect(scriptCommand(join(folder, "three"))).rejects.toThrow("is outside the folder");
  await mkdir(join(folder, "four"));
  await symlink(join(folder, "a.js"), join(folder, "four/index.js"));
  await expect(scriptCommand(join(folder, "four"))).rejects.toThrow("is outside the folder");
  await script("five/package.json", "{");
  await expect(scriptCommand(join(folder, "five"))).rejects.toThrow("is not JSON");
  await expect(scriptCommand(await script("six.bin", "\x7fELF"))).rejects.toThrow("names no interpreter");
  await expect(scriptCommand(join(folder, "none"))).rejects.toThrow("no such file");
});
