import { expect, test } from "vitest";
import { callSites } from "./call-sites.ts";

test("callSites() lists what a program calls, in order, and says where a name is worked out", () => {
  const code = `const { files } = await tools.list_files({ path: "." });
for (const file of files as File[]) {
  await tools.read_file({ path: file.path });
}
await tools[name]({ a: 1 });
other.tools.x(); nottools.y(); "tools.z()"; // tools.comment()`;
  expect(callSites(code)).toEqual([
    { line: 1, tool: "list_files", text: 'tools.list_files({ path: "." })' },
    { line: 3, tool: "read_file", text: "tools.read_file({ path: file.path })" },
    { line: 5, tool: undefined, text: "tools[name]({ a: 1 })" },
  ]);
});

test("callSites() reads what is no program, and stops at a hundred", () => {
  expect(callSites("}{ not a program ((")).toEqual([]);
  expect(callSites("tools.a();".repeat(5_000))).toHaveLength(100);
});
