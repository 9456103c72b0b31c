import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { DejimaError } from "../../../contract/error.ts";
import { createSay } from "../words/say.ts";
import { createOutput } from "./output.ts";

test("--json prints no character raw that could turn or hide the text of a terminal", () => {
  let written = "";
  // Only `write` of the stream is used.
  const stdout = { write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream;
  const output = createOutput({ json: true, stdout, stderr: stdout });
  const hostile = "a\u202eb\u200bc\u2066d\u{e0041}e\u009b31mf";
  output.data({ hostile }, () => "");
  output.line({ hostile }, () => "");
  output.error(new DejimaError("invalid_input", hostile, { hostile }));
  expect(written).toMatch(/^[\n\x20-\x7e]*$/);
  expect(JSON.parse(written.split("\n")[0] ?? "")).toEqual({ hostile });
});

test("errors on a terminal break between words", () => {
  const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, columns: 20 });
  // Only these members of a terminal are used.
  const stderr = stream as unknown as NodeJS.WriteStream;
  createOutput({ json: false, stdout: stderr, stderr }).error(
    new DejimaError("invalid_input", "Cannot explain itself in one line"),
  );
  expect(stripVTControlCharacters(String(stream.read()))).toBe("error Cannot explain\nitself in one line\n");
});

test("output.progress() replaces one line, cut to the width, and shows no raw character from outside", () => {
  const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, columns: 12 });
  // Only these members of a terminal are used.
  const stderr = stream as unknown as NodeJS.WriteStream;
  const output = createOutput({ json: false, stdout: stderr, stderr });
  output.progress("1 file");
  output.progress("2 files of a\rpackage");
  output.progress("");
  expect(String(stream.read()).split("\r\x1b[2K")).toEqual(["", "1 file", "2 files of…", ""]);
});

test("output.wrap() breaks between words on a terminal and indents what follows; a pipe gets the text as it is", () => {
  const wrapIn = (isTTY: boolean) => {
    // Only these members of a terminal are used.
    const stdout = { write: () => true, isTTY, columns: 24 } as unknown as NodeJS.WriteStream;
    return createOutput({ json: false, stdout, stderr: stdout }).wrap(
      "tried and refused: write the system",
      4,
    );
  };
  expect(wrapIn(true)).toBe("tried and refused:\n    write the system");
  expect(wrapIn(false)).toBe("tried and refused: write the system");
});

test("output.error() says an error whole in Chinese, and nothing in English below it", async () => {
  const stream = new PassThrough({ encoding: "utf8" });
  // Only `write` of the stream is used.
  const stderr = stream as unknown as NodeJS.WriteStream;
  const output = createOutput({ json: false, stdout: stderr, stderr, say: await createSay("zh") });
  output.error(new DejimaError("not_found", 'Cannot read "a.txt": no such file'));
  expect(stripVTControlCharacters(String(stream.read()))).toBe("错误 无法读取“a.txt”：文件不存在。\n");
});

test("output.error() says in Chinese what it can, and the exact message below it", async () => {
  const stream = new PassThrough({ encoding: "utf8" });
  // Only `write` of the stream is used.
  const stderr = stream as unknown as NodeJS.WriteStream;
  const output = createOutput({ json: false, stdout: stderr, stderr, say: await createSay("zh") });
  output.error(new DejimaError("not_found", 'Cannot read "a.txt": nothing lies on these scales'));
  expect(stripVTControlCharacters(String(stream.read()))).toBe(
    '错误 无法读取“a.txt”：“nothing lies on these scales”。\nCannot read "a.txt": nothing lies on these scales\n',
  );
});
