import { expect, test } from "vitest";
import { filePatch } from "./file-patch.ts";

test("filePatch() names a file as it is spelled, in any script, with the labels of both states", async () => {
  expect(await filePatch("/a b/购物.txt", ["牛奶\n", "鸡蛋\n"], { labels: ["now", "then"] })).toBe(
    "--- /a b/购物.txt\tnow\n+++ /a b/购物.txt\tthen\n@@ -1,1 +1,1 @@\n-牛奶\n+鸡蛋\n",
  );
});

test.each([["a\n@@ -1,1 +1,1 @@\n-b"], ['a"b'], ["a\u2028b"], ["a\u202eb"]])(
  "filePatch() lets no name pass for another line: %j",
  async (name) => {
    const patch = await filePatch(name, ["", "x\n"]);
    expect(patch.split(/[\n\u2028]/)).toHaveLength(5);
    expect(patch).not.toContain("\u202e");
  },
);
