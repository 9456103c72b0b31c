import { expect, test } from "vitest";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";

const files = {
  "notes.txt": "open",
  "clients/ann.csv": "private",
  "plan.secret": "private",
  ".env": "KEY=1",
};
const tools = { sensitiveNames: ["clients", "*.secret"] };

test("names that the config calls sensitive are asked about, withheld from lists and searches, and from programs", async () => {
  const permissions = { safe: ["read_file", "shell", "file.read"] };
  await using world = await aRuntime({ files, config: { tools, permissions } });
  const { runtime } = world;
  for (const path of ["clients/ann.csv", "plan.secret"])
    expect(errorOf(await runtime.execute("read_file", { path })).code).toBe("approval_required");
  expect(outputOf(await runtime.execute("read_file", { path: "notes.txt" }))).toMatchObject({
    content: "open",
  });
  const listed = outputOf(await runtime.execute("list_files", { path: ".", recursive: true }));
  expect(JSON.stringify(listed)).toContain("notes.txt");
  expect(JSON.stringify(listed)).not.toMatch(/ann\.csv|plan\.secret|\.env/);
  const found = outputOf(await runtime.execute("grep", { pattern: "private" }));
  expect(found).toMatchObject({ matches: [], files: [] });
  const shell = await runtime.execute("shell", {
    command: "cat clients/ann.csv plan.secret notes.txt; true",
  });
  expect(JSON.stringify(outputOf(shell))).toContain("open");
  expect(JSON.stringify(outputOf(shell))).not.toContain("private");
});
