import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMAND } from "../support/command.ts";
import { expectFirstJob } from "../support/effort.ts";
import { aTerminal, hasTmux } from "./a-terminal.ts";
import { aCommandLine } from "./command-line.ts";

const SERVER = join(import.meta.dirname, "../mcp/fixtures/odd-server.ts");

const SKILL = `---
name: tide-tables
description: Tells when the tide is high or low in a harbour
allowed-tools: read_file
---
# Tides
`;

/** A folder with a `dejima` to call and a skill that somebody passed on. */
async function outside() {
  const folder = await mkdtemp(join(tmpdir(), "dejima-outside-"));
  await writeFile(join(folder, "dejima"), `#!/bin/sh\nexec ${process.execPath} ${COMMAND} "$@"\n`);
  await chmod(join(folder, "dejima"), 0o755);
  await mkdir(join(folder, "tide-tables"));
  await writeFile(join(folder, "tide-tables/SKILL.md"), SKILL);
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

test.runIf(hasTmux)(
  "a newcomer with an empty HOME adds a server, installs a skill, undoes two writes and answers a reminder in a terminal, without a file",
  async () => {
    await using given = await outside();
    await using cli = await aCommandLine();
    await using terminal = await aTerminal(cli, [], {
      env: `PATH=${given.folder}:${process.env.PATH} PS1=ready:`,
      start: "bash --norc --noprofile",
    });
    let before = 0;
    const expectJob = () => {
      expectFirstJob(() => terminal.effort() - before);
      before = terminal.effort();
    };
    await terminal.until(/ready:/);
    terminal.type(`dejima mcp add ledger -- node ${SERVER} grows`);
    await terminal.until(/Added ledger to [\s\S]*: 3 tools[\s\S]*It runs contained[\s\S]*ready:/);
    expectJob();

    terminal.type(`dejima skill install ${given.folder}/tide-tables`);
    await terminal.until(/Accept tide-tables as it is now\? \[yes\/no\]/);
    terminal.type("yes");
    await terminal.until(/Installed tide-tables\.\s+ready:/);
    expectJob();

    terminal.type("dejima");
    await terminal.until(/offline:rules\.[\s\S]*>/);
    terminal.type('Write "one" to a.txt');
    await terminal.until(/Write a\.txt\? \[yes\/no\/1\/2\/3\]/);
    terminal.type("1");
    await terminal.until(/Wrote a\.txt/);
    terminal.type('Write "two" to b.txt');
    await terminal.until(/Write b\.txt\? \[yes/);
    terminal.type("yes");
    await terminal.until(/Wrote b\.txt/);
    terminal.type("/undo");
    await terminal.until(/Undone: b\.txt/);
    expect(await readFile(join(cli.folder, "a.txt"), "utf8")).toBe("one");
    terminal.type("/undo");
    await terminal.until(/Undone: a\.txt/);
    expect([existsSync(join(cli.folder, "a.txt")), existsSync(join(cli.folder, "b.txt"))]).toEqual([
      false,
      false,
    ]);
    terminal.type("/undo");
    await terminal.until(/Nothing to undo\./);
    expectJob();

    terminal.type("remind me in 5 seconds to drink water");
    await terminal.until(/Planned: drink water/);
    // What is being typed when the reminder comes stays in the prompt below it.
    terminal.burst("what time is it in To");
    await terminal.until(/✉ drink water\n> what time is it in To\n/);
    terminal.type("kyo?");
    await terminal.until(/It is \d\d:\d\d[^\n]*Tokyo/);
    expectJob();
    terminal.press("C-d");
    await terminal.until(/ready:\s*$/);

    terminal.type("dejima chat --continue");
    await terminal.until(/> what time is it in Tokyo\?/);
    terminal.type("/tools");
    await terminal.until(/write_file +high/);
  },
);

test.runIf(hasTmux)("a terminal with a Chinese locale is greeted and served in Chinese", async () => {
  await using cli = await aCommandLine();
  await using terminal = await aTerminal(cli, ["chat"], { env: "LANG=zh_CN.UTF-8" });
  const greeted = await terminal.until(/还没有连接模型[\s\S]*GGUF 文件[\s\S]*>/);
  expect(greeted).not.toMatch(/needs a key|Any server/);
  terminal.type("/hlep");
  await terminal.until(/没有 \/hlep[\s\S]*是不是 \/help？/);
  terminal.type("/tools");
  await terminal.until(/write_file +高 +在工作区里写入整个文件/);
});
