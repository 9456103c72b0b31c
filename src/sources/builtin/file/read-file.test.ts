import { expect, test } from "vitest";
import { aWorkspace } from "../../../../test/files/a-workspace.ts";
import { callTool } from "../../../../test/files/call-tool.ts";
import { sha256 } from "../../../support/sha256.ts";
import { readFile } from "./read-file.ts";

test("read_file gives a whole small file as it is, with its size and hash", async () => {
  await using world = await aWorkspace({ "a.txt": "one\r\ntwo\n" });
  expect(await callTool(readFile, { path: "a.txt" }, world)).toEqual({
    content: "one\r\ntwo\n",
    size: 9,
    fromLine: 1,
    lines: 2,
    totalLines: 2,
    more: false,
    sha256: sha256("one\r\ntwo\n"),
  });
});

test("read_file pages by lines, and the pages put together are the file", async () => {
  const text = Array.from({ length: 25 }, (_, n) => `line ${n + 1}`).join("\n");
  await using world = await aWorkspace({ "a.txt": text });
  let whole = "";
  for (let fromLine = 1; ; fromLine += 10) {
    const page = await callTool(readFile, { path: "a.txt", fromLine, maxLines: 10 }, world);
    const { content, more, lines } = page as { content: string; more: boolean; lines: number };
    whole += content;
    expect(lines).toBe(more ? 10 : 5);
    if (!more) break;
  }
  expect(whole).toBe(text);
});

test("read_file says how many lines there are when asked for later ones", async () => {
  await using world = await aWorkspace({ "a.txt": "one\n", "empty.txt": "" });
  await expect(callTool(readFile, { path: "a.txt", fromLine: 2 }, world)).rejects.toThrow("it has 1 lines");
  expect(await callTool(readFile, { path: "empty.txt" }, world)).toMatchObject({
    content: "",
    lines: 0,
    more: false,
  });
});

test("read_file knows the encodings, and leaves out byte order marks", async () => {
  await using world = await aWorkspace({
    "bom.txt": "\ufeffhello",
    "utf16.txt": Buffer.from("\ufeff你好\nb", "utf16le"),
    "bare16.txt": Buffer.from("你好", "utf16le"),
    "gbk.txt": Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
    "latin1.txt": Buffer.from("caf\u00e9", "latin1"),
    "image.png": Buffer.from([0x89, 0x50, 0, 1]),
  });
  const content = async (path: string, encoding?: string) =>
    ((await callTool(readFile, encoding ? { path, encoding } : { path }, world)) as { content: string })
      .content;
  expect(await content("bom.txt")).toBe("hello");
  expect(await content("utf16.txt")).toBe("你好\nb");
  expect(await content("bare16.txt", "utf-16le")).toBe("你好");
  expect(await content("gbk.txt", "gb18030")).toBe("你好");
  expect(await content("gbk.txt", "gbk")).toBe("你好");
  expect(await content("latin1.txt", "latin1")).toBe("café");
  expect(await content("image.png", "base64")).toBe("iVAAAQ==");
});

test("read_file refuses content that is not in the encoding, and says which would work", async () => {
  await using world = await aWorkspace({
    "x.png": Buffer.from([0x89, 0x50, 0, 1]),
    "gbk.txt": Buffer.from([0xc4, 0xe3]),
    "bad.txt": Buffer.from([0xff, 0xff]),
  });
  await expect(callTool(readFile, { path: "x.png" }, world)).rejects.toThrow(/it is binary.*"base64"/);
  await expect(callTool(readFile, { path: "gbk.txt" }, world)).rejects.toThrow(/not UTF-8.*"gb18030"/);
  await expect(callTool(readFile, { path: "bad.txt", encoding: "gb18030" }, world)).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("read_file refuses wrong inputs before anything is read", async () => {
  await using world = await aWorkspace({ "a.txt": "a" });
  const wrong = [
    {},
    { path: 1 },
    { path: "" },
    { path: "a.txt", fromLine: 0 },
    { path: "a.txt", fromLine: 1.5 },
    { path: "a.txt", maxLines: 0 },
    { path: "a.txt", encoding: "utf-7" },
    { path: "a.txt", extra: 1 },
    { path: "x".repeat(5000) },
    null,
    [],
  ];
  for (const input of wrong) expect([input, readFile.input.parse(input).ok]).toEqual([input, false]);
  await expect(callTool(readFile, { path: "no.txt" }, world)).rejects.toMatchObject({ code: "io_error" });
  await expect(callTool(readFile, { path: "../a.txt" }, world)).rejects.toMatchObject({
    code: "path_blocked",
  });
});

test("read_file declares that it reads the path", () => {
  expect(readFile.effects({ path: "a.txt" })).toEqual([{ kind: "file.read", target: "a.txt" }]);
  expect(readFile).toMatchObject({ risk: "low", category: "file", aliases: ["file_read", "FileRead"] });
});
