import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCommandLine } from "./command-line.ts";

test("/mode tightens a conversation of the terminal, and says what holds", async () => {
  await using cli = await aCommandLine({
    "notes.txt": "one\n",
    "dejima.yaml": 'permissions:\n  safe: ["write_file(./*.txt)"]\n',
  });
  const stdin = [
    "/mode",
    "/mode read",
    "write two to notes.txt",
    "/mode rwx",
    "/mode act",
    "write three to other.txt",
    "",
  ];
  const chat = await cli.run(["chat", "--unattended"], { stdin: stdin.join("\n") });
  expect(chat.stderr).toMatch(
    /Mode act: works by your rules[\s\S]*Mode read: nothing is changed[\s\S]*there are read, ask, act[\s\S]*Mode act/,
  );
  expect(await readFile(join(cli.folder, "notes.txt"), "utf8")).toBe("one\n");
  expect(await readFile(join(cli.folder, "other.txt"), "utf8")).toBe("three");
});
