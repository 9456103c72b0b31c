import { expect, test } from "vitest";
import { callSites } from "./call-sites.ts";

test("callSites() lists what a program calls, in order, and says where a name is worked out", async () => {
  const code = `const { files } = await tools.list_files({ path: "." });
for (const file of files as File[]) {
  await tools.read_file({ path: file.path });
}
await tools[name]({ a: 1 });
other.tools.x(); nottools.y(); "tools.z()"; // tools.comment()`;
  expect(await callSites(code)).toEqual([
    { line: 1, tool: "list_files", input: { path: "." }, text: 'tools.list_files({ path: "." })' },
    {
      line: 3,
      tool: "read_file",
      open: { path: { $hole: "text" } },
      repeats: true,
      text: "tools.read_file({ path: file.path })",
    },
    { line: 5, tool: undefined, input: { a: 1 }, text: "tools[name]({ a: 1 })" },
  ]);
});

test("callSites() accepts text that is not a program, and stops at a hundred", async () => {
  expect(await callSites("}{ not a program ((")).toEqual([]);
  expect(await callSites("tools.a();".repeat(5_000))).toHaveLength(100);
});

test("callSites() names passed variables, and leaves computed input open", async () => {
  const code = `const { z } = tools;
f(tools); files.map(tools.read_file); tools["m"]({ list: [1, "b", null], on: true, deep: { a: {} } });
tools.a({ ...x }); tools.b({ path }); tools.c({ [k]: 1 }); tools.d({ "__proto__": 1 }); tools.e("s", 2); x = { tools }; y = { tools: 1 };`;
  expect((await callSites(code)).map(({ line, tool, input }) => [line, tool, input])).toEqual([
    [1, undefined, undefined],
    [2, undefined, undefined],
    [2, "read_file", undefined],
    [2, "m", { list: [1, "b", null], on: true, deep: { a: {} } }],
    [3, "a", undefined],
    [3, "b", undefined],
    [3, "c", undefined],
    [3, "d", undefined],
    [3, "e", undefined],
    [3, undefined, undefined],
  ]);
});

test("callSites() leaves computed fields open, and says which calls may repeat", async () => {
  const code = `tools.a({ to: "ann", body, n: -1 }); list.map((x) => tools.b({ x })); tools.c({ ...x }); tools.d({ [k]: 1 });
while (on) tools.e({ deep: { a: f() } });`;
  const hole = { $hole: "text" };
  expect((await callSites(code)).map(({ open, repeats }) => [open, repeats])).toEqual([
    [{ to: "ann", body: hole, n: hole }, undefined],
    [{ x: hole }, true],
    [undefined, undefined],
    [undefined, undefined],
    [{ deep: hole }, true],
  ]);
});

test("text that is nested too deeply is not read, and says so", async () => {
  const unread = [{ line: 1, tool: undefined, text: "(too complex to be read)" }];
  for (const opening of ["(a=", "{a:[", "[", "async("])
    expect(await callSites(opening.repeat(8_000))).toEqual(unread);
  expect(await callSites(`${"(".repeat(100)}tools.read_file({ path: "a" })${")".repeat(100)}`)).toMatchObject(
    [{ tool: "read_file", input: { path: "a" } }],
  );
});

test.each(["\u2028", "/*", "(a):b=>", "}"])(
  "text that the parser is slow with does not hold up other work: %j",
  async (unit) => {
    // Processor time, because other programs may take the processor for any time.
    const spent = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    const turns = [spent()];
    let over = false;
    const other = (async () => {
      while (!over) {
        await new Promise((resolve) => setImmediate(resolve));
        turns.push(spent());
      }
    })();
    await callSites(unit.repeat(50_000 / unit.length));
    over = true;
    await other;
    const slices = turns.slice(1).map((turn, at) => turn - (turns[at] ?? 0));
    // A slice takes 8 ms. Without slices it would be a second.
    expect(slices.length).toBeGreaterThan(1);
    expect(Math.max(...slices)).toBeLessThan(200);
  },
);
