import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace } from "../../../../test/files/a-workspace.ts";
import { callTool } from "../../../../test/files/call-tool.ts";
import { undoCall } from "../../../files/undo/undo-call.ts";
import { writeFile } from "./write-file.ts";

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
