import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completeLine } from "./complete-line.ts";

test("completeLine() completes commands, skills, tools and files by where they stand", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "dejima-complete-"));
  try {
    await mkdir(join(cwd, "docs"));
    for (const name of ["notes.md", "news.txt", ".secret", "docs/plan.md"])
      await writeFile(join(cwd, name), "");
    const sources = {
      cwd,
      commands: ["help", "undo", "model", "mode"],
      skills: async () => ["web-search"],
      tools: () => ["read_file", "write_file", "news_today"],
    };
    const complete = async (line: string) => (await completeLine(line, sources))[0];
    expect(await complete("/mo")).toEqual(["/model", "/mode"]);
    expect(await complete("/web")).toEqual(["/web-search"]);
    expect(await complete("/ask wri")).toEqual(["write_file"]);
    expect(await complete("/mode a")).toEqual(["ask", "act"]);
    expect(await complete("read ne")).toEqual(["news.txt"]);
    expect(await complete("read n")).toEqual(["news.txt", "notes.md"]);
    expect(await complete("read docs/p")).toEqual(["docs/plan.md"]);
    expect(await complete("read ./do")).toEqual(["./docs/"]);
    expect(await complete("看看 docs/")).toEqual(["docs/plan.md"]);
    expect(await complete("use rea")).toEqual(["read_file"]);
    expect(await complete("read .s")).toEqual([".secret"]);
    expect(await complete("hello ")).toEqual([]);
    expect(await completeLine("read docs/p", sources)).toEqual([["docs/plan.md"], "docs/p"]);
  } finally {
    await rm(cwd, { recursive: true });
  }
});
