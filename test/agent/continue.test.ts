import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCommandLine } from "./command-line.ts";

test("dejima chat --continue continues the latest conversation, and /resume any other", async () => {
  await using cli = await aCommandLine({ "a.txt": "one\n" });
  await cli.run(["chat", "--unattended"], { stdin: "what time is it in Tokyo\n" });
  await cli.run(["chat", "--unattended"], { stdin: "what is in a.txt\n" });
  const latest = await cli.run(["chat", "--unattended", "--continue"], { stdin: "/resume\n/resume 2\n" });
  expect(latest.stderr).toMatch(/Continuing: what is in a\.txt\n> what is in a\.txt/);
  expect(latest.stderr).toMatch(/1 {2}c\S+ {2}what is in a\.txt\n2 {2}c\S+ {2}what time is it in Tokyo/);
  expect(latest.stderr).toContain("Continuing: what time is it in Tokyo");
  const before = await cli.run(["chat", "--unattended", "--continue", "--json"], {
    stdin: "what time is it in Paris\n",
  });
  const start = before.lines().find(({ type }) => type === "turn-start");
  const after = await cli.run(["chat", "--unattended", "--continue", "--json"], { stdin: "and in Rome\n" });
  expect(after.lines().find(({ type }) => type === "turn-start")?.conversationId).toBe(start?.conversationId);
});

test("a new home says that no repository should take it in", async () => {
  await using cli = await aCommandLine();
  await cli.run(["run", "what time is it", "--unattended"]);
  expect(await readFile(join(cli.folder, ".dejima/.gitignore"), "utf8")).toBe("*\n");
  execFileSync("git", ["init", "--quiet"], { cwd: cli.folder });
  const status = execFileSync("git", ["status", "--porcelain", ".dejima"], {
    cwd: cli.folder,
    encoding: "utf8",
  });
  expect(status).toBe("");
});
