import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readInput } from "./read-input.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-input-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const here = () => ({ cwd: folder, stdin: process.stdin });

async function file(content: string | Uint8Array): Promise<unknown> {
  await writeFile(join(folder, "input.json"), content);
  return readInput("@input.json", here());
}

test("readInput() reads JSON from the command line and from files, with or without a byte order mark", async () => {
  expect(await readInput(undefined, here())).toEqual({});
  expect(await readInput('{"a": [1]}', here())).toEqual({ a: [1] });
  expect(await file('{"a": "é"}')).toEqual({ a: "é" });
  expect(await file('\ufeff{"a": "é"}')).toEqual({ a: "é" });
  expect(await readInput(`@${join(folder, "input.json")}`, { cwd: "/", stdin: process.stdin })).toEqual({
    a: "é",
  });
});

test("readInput() says what is wrong with a file: missing, a folder, not UTF-8, not JSON", async () => {
  const refusal = { code: "invalid_input" };
  await expect(readInput("@missing.json", here())).rejects.toMatchObject(refusal);
  await expect(readInput("@missing.json", here())).rejects.toThrow(
    /Cannot read --input from ".*missing\.json": the file or folder does not exist/,
  );
  await expect(readInput("@.", here())).rejects.toThrow(/EISDIR/);
  for (const bytes of [
    [0x22, 0xe9, 0x22],
    [0xff, 0xfe, 0x22, 0x00],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0xc0, 0xaf],
  ]) {
    await expect(file(Buffer.from(bytes))).rejects.toThrow(/input\.json": it is not UTF-8 text/);
  }
  await expect(file('{"a": ')).rejects.toThrow(/Cannot read --input as JSON: .*Quote it for the shell/);
  await expect(readInput("{a: 1}", here())).rejects.toThrow(/Cannot read --input as JSON/);
});
