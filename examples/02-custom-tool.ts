// A tool of your own: it declares what it would touch, and the gate decides.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, defineTool } from "dejima";
import { z } from "zod";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));

// region: custom-tool
const addNote = defineTool({
  name: "add_note",
  summary: "Add a line to the notes file of this workspace",
  risk: "high",
  input: z.object({ line: z.string().min(1).describe("The line to add") }),
  effects: () => [{ kind: "file.write", target: "notes/notes.md" }],
  async run({ line }, { files }) {
    const exists = (await files.info("notes/notes.md")) !== undefined;
    const before = exists ? await files.read("notes/notes.md", { maxBytes: 1_000_000 }) : Buffer.alloc(0);
    const text = `${before}${line}\n`;
    await files.write("notes/notes.md", Buffer.from(text));
    return { lines: text.split("\n").length - 1 };
  },
});

const runtime = createRuntime({
  workspace,
  tools: [addNote],
  config: { permissions: { safe: ["add_note(./notes/**)"] } },
});
const outcome = await runtime.execute("add_note", { line: "buy milk" });
// endregion

console.log(outcome);
assert.equal(outcome.type, "success");
assert.equal(await readFile(join(workspace, "notes/notes.md"), "utf8"), "buy milk\n");

// What a call changed can be put back.
const { undone } = await runtime.undo(outcome.callId);
assert.equal(undone.length, 1);
await assert.rejects(readFile(join(workspace, "notes/notes.md")));

// The rule covers the notes and nothing else.
assert.equal((await runtime.explain("write_file", { path: "other.md", content: "x" })).verdict, "deny");
await runtime.close();
await rm(workspace, { recursive: true });
