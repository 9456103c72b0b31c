// A program of calls: several tools in one program; each call is judged and recorded by itself.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "dejima";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
await writeFile(join(workspace, "a.md"), "one\ntwo\n");
await writeFile(join(workspace, "b.md"), "three\n");

// region: program
const runtime = createRuntime({ workspace });
const outcome = await runtime.execute("run_program", {
  code: `
    const { files } = await tools.list_files({ pattern: "*.md" });
    const pages = await Promise.all(files.map(({ path }) => tools.read_file({ path })));
    const refused = await tools.delete_file({ path: "a.md" }).catch((error) => error.code);
    return { pages: pages.length, refused };`,
});
// endregion

console.log(outcome);
assert.deepEqual(outcome.type === "success" && outcome.output, { pages: 2, refused: "tool_not_allowed" });
await runtime.close();
await rm(workspace, { recursive: true });
