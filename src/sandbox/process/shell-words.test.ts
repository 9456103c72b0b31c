import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { execWithout, quoteWords } from "./shell-words.ts";

test("execWithout() closes inherited descriptors and runs no start-up file of a shell, wherever HOME points", async () => {
  const home = await mkdtemp(join(tmpdir(), "dejima-home-"));
  const files = [".bashrc", ".profile", ".bash_profile", ".bash_login", ".shrc"];
  for (const name of files) await writeFile(join(home, name), `echo ran ${name}\n`);
  const startup = join(home, ".bashrc");
  // Node gives a child sockets where it asks for pipes: a shell may take its input for a login over the network.
  const inherited = Array.from({ length: 12 }, () => "pipe" as const);
  const child = spawn("/bin/sh", ["-c", execWithout(2), "limits", "sh", "-c", "ls /proc/$$/fd; :"], {
    env: { HOME: home, ENV: startup, BASH_ENV: startup, PATH: process.env.PATH },
    stdio: inherited,
  });
  expect(child.stdout && (await text(child.stdout))).toBe("0\n1\n2\n");
  await rm(home, { recursive: true });
});

test("quoteWords() gives a shell back exactly the words that went in", () => {
  const word = fc
    .string({ unit: "binary", maxLength: 20 })
    .filter((text) => !text.includes("\0") && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const printed = execFileSync("/bin/sh", ["-c", `printf '%s\\0' ${quoteWords(words)}`], {
        encoding: "utf8",
      });
      expect(printed.split("\0").slice(0, -1)).toEqual(words);
    }),
    { numRuns: 30 },
  );
});
