import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace } from "../../../../test/files/a-workspace.ts";
import { callTool } from "../../../../test/files/call-tool.ts";
import { undoCall } from "../../../files/undo/undo-call.ts";
import { sha256 } from "../../../support/lazy-crypto.ts";
import { readFile, writeFile } from "./read-and-write-file.ts";

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

test("read_file pages by lines, and the joined pages equal the file", async () => {
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

test("write_file writes what read_file reads, in every encoding", async () => {
  await using world = await aWorkspace();
  const bytes = async (content: string, encoding?: string) => {
    const input = encoding ? { path: "d/a.txt", content, encoding } : { path: "d/a.txt", content };
    const result = await callTool(writeFile, input, world);
    const written = readFileSync(join(world.root, "d/a.txt"));
    expect(result).toEqual({ bytesWritten: written.length });
    return written;
  };
  expect((await bytes("你好\n")).toString()).toBe("你好\n");
  expect((await bytes("")).length).toBe(0);
  expect(await bytes("你", "utf-16le")).toEqual(Buffer.from([0x60, 0x4f]));
  expect(await bytes("你好", "gb18030")).toEqual(Buffer.from([0xc4, 0xe3, 0xba, 0xc3]));
  expect(new TextDecoder("gb18030").decode(await bytes("😀é", "gbk"))).toBe("😀é");
  expect(await bytes("é", "latin1")).toEqual(Buffer.from([0xe9]));
  expect(await bytes("iVAAAQ==\n", "base64")).toEqual(Buffer.from([0x89, 0x50, 0, 1]));
});

test("write_file refuses content that the encoding cannot hold, and writes nothing", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  const refused = [
    { content: "你", encoding: "latin1" },
    { content: "not base64!", encoding: "base64" },
    { content: "abc", encoding: "base64" },
    { content: "\ud800" },
    { content: "\ud800", encoding: "gb18030" },
  ];
  for (const input of refused) {
    await expect(callTool(writeFile, { path: "a.txt", ...input }, world)).rejects.toMatchObject({
      code: "invalid_input",
    });
  }
  expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe("old");
});

test("write_file can be undone", async () => {
  await using world = await aWorkspace({ "a.txt": "old" });
  await callTool(writeFile, { path: "a.txt", content: "new" }, world, { callId: "w" });
  await undoCall({ undoFolder: world.undoFolder, callId: "w", guard: world.guard });
  expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe("old");
});

test("write_file refuses wrong inputs, and declares what it writes", () => {
  for (const input of [
    { path: "a" },
    { content: "a" },
    { path: "a", content: 1 },
    { path: "a", content: "", mode: 7 },
  ]) {
    expect(writeFile.input.parse(input).ok).toBe(false);
  }
  expect(writeFile.effects({ path: "a", content: "" })).toEqual([{ kind: "file.write", target: "a" }]);
  expect(writeFile).toMatchObject({ risk: "high", aliases: ["file_write", "FileWrite"] });
});
