import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aboutCompiled } from "./about-compiled.ts";
import { isCompiled } from "./compiled-files.ts";

const severity = (compiled: string[], started: string[]) => aboutCompiled(compiled, started)[0]?.severity;

test("aboutCompiled() gives a notice for a program that ran, with its builds for other systems, and an alarm otherwise", () => {
  const builds = ["dist/words-linux-amd64", "dist/words-darwin-arm64", "dist/words_windows_386/words.exe"];
  const ran = ["/store/node_modules/words/dist/words-linux-amd64"];
  expect(severity([], ran)).toBeUndefined();
  expect(severity(builds, ran)).toBe("notice");
  expect(severity(builds, [])).toBe("warning");
  expect(severity(builds, ["/usr/bin/git"])).toBe("warning");
  // Another program beside it, of which nobody knows when it runs.
  expect(severity([...builds, "lib/helper"], ran)).toBe("warning");
  // What is loaded into Node has no limits of its own.
  expect(severity([...builds, "lib/linux-x64.node"], ran)).toBe("warning");
});

test("isCompiled() knows a compiled file by its first bytes, whatever its name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-compiled-"));
  const made = async (name: string, bytes: string) => {
    await writeFile(join(folder, name), Buffer.from(bytes, "hex"));
    return isCompiled(join(folder, name));
  };
  expect(await made("words", "7f454c4602010100")).toBe(true);
  expect(await made("words.dat", "cffaedfe07000001")).toBe(true);
  expect(await made("words.node", "00")).toBe(true);
  expect(await made("words.png", "89504e470d0a1a0a")).toBe(false);
  expect(await made("empty", "")).toBe(false);
  await rm(folder, { recursive: true });
});
