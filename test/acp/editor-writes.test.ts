import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { anEditor } from "./an-editor.ts";

const TIMEOUT = 120_000;
const capabilities = { fs: { readTextFile: true, writeTextFile: true } };
const config = 'permissions:\n  safe: ["write_file(./*.txt)", "edit_file(./*.txt)"]\n';

/** An editor with buffers, which saves what it is asked to write as `save` says. */
async function aWritingEditor(files: Record<string, string>, save: (text: string) => string | undefined) {
  const cli = await aCommandLine({ ...files, "dejima.yaml": config });
  const buffers = new Map<string, string>();
  const written: string[] = [];
  const editor = await anEditor(cli, {
    capabilities,
    read(path) {
      const text = buffers.get(path);
      if (text === undefined) throw new Error("not open");
      return text;
    },
    write(path, content) {
      const saved = save(content);
      written.push(content);
      if (saved === undefined) throw new Error("the disk is full");
      if (buffers.has(path)) buffers.set(path, content);
      writeFileSync(path, saved);
    },
  });
  const session = await editor.begin();
  return {
    cli,
    written,
    show: (name: string, text: string) => void buffers.set(join(cli.folder, name), text),
    shown: (name: string) => buffers.get(join(cli.folder, name)),
    disk: (name: string) => readFile(join(cli.folder, name), "utf8"),
    async say(text: string) {
      await editor.prompt(session, text);
      return editor.of("tool_call_update").at(-1);
    },
    async [Symbol.asyncDispose]() {
      await editor[Symbol.asyncDispose]();
      await cli[Symbol.asyncDispose]();
    },
  };
}

test("a change goes through the editor and can be undone; unsaved text is not written over", {
  timeout: TIMEOUT,
}, async () => {
  await using world = await aWritingEditor({ "notes.txt": "saved\n", "plan.txt": "old\n" }, (text) => text);
  const changed = await world.say("write two to plan.txt");
  expect([world.written, await world.disk("plan.txt")]).toEqual([["two"], "two"]);
  world.show("notes.txt", "typed, not saved\n");
  expect(await world.say("write two to notes.txt")).toMatchObject({ status: "failed" });
  expect(world.written).toHaveLength(1);
  const undone = await world.cli.run(["undo", String(changed?.toolCallId)]);
  expect([undone.code, await world.disk("plan.txt")]).toEqual([0, "old\n"]);
});

/** A run in the conversation of an editor with one open buffer, which saves what it is asked to write as `save` says. */
async function aRunWithEditor(save: (text: string) => string | undefined) {
  const world = await aRuntime({
    files: { "a.txt": "one\n" },
    config: { permissions: { safe: ["write_file(./*.txt)", "edit_file(./*.txt)"] } },
    editorText: Object.assign(async () => buffer, {
      async write(path: string, text: string) {
        const saved = save(text);
        if (saved === undefined) throw new Error("the disk is full");
        buffer = text;
        writeFileSync(path, saved);
        return true;
      },
    }),
  });
  let buffer: string | undefined;
  const run = await world.runtime.openRun({ title: "t", conversation: "c" });
  return {
    run,
    undo: world.runtime.undo,
    shown: () => buffer,
    show(text: string | undefined) {
      buffer = text;
    },
    disk: () => readFile(join(world.workspace, "a.txt"), "utf8"),
    edit: (find: string, replace: string) =>
      run.execute({ tool: "edit_file", input: { path: "a.txt", find, replace } }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

test("an edit of unsaved text that was read goes into the buffer, and undo gives the text back", async () => {
  await using world = await aRunWithEditor((text) => text);
  world.show("typed, not saved\n");
  const { callId } = await world.edit("typed", "written");
  expect([world.shown(), await world.disk()]).toEqual(["written, not saved\n", "written, not saved\n"]);
  await world.undo(callId);
  expect(await world.disk()).toBe("typed, not saved\n");
});

test("what an editor saves otherwise, or does not save, is on the disk exactly as it was allowed", async () => {
  await using other = await aRunWithEditor((text) => `${text}// formatted\r\n`);
  expect((await other.edit("one", "two")).type).toBe("success");
  expect(await other.disk()).toBe("two\n");

  await using failing = await aRunWithEditor(() => undefined);
  expect((await failing.edit("one", "two")).type).toBe("success");
  expect(await failing.disk()).toBe("two\n");
  // Its buffer would be all that is left of what was typed.
  failing.show("typed\n");
  expect(await failing.edit("typed", "written")).toMatchObject({ error: { code: "conflict" } });
  expect(await failing.disk()).toBe("two\n");
});

test("the output of a command is shown as a terminal if the editor supports it, and its control characters have no effect", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine({
    "dejima.yaml": 'permissions:\n  safe: ["shell(printf *)", "shell(false)"]\n',
  });
  await using editor = await anEditor(cli, { capabilities: { _meta: { terminal_output: true } } });
  const session = await editor.begin();
  await editor.prompt(session, "run `printf 'one\\033]0;title\\007two'`");
  const call = editor.of("tool_call").at(-1);
  const id = String(call?.toolCallId);
  expect(call).toMatchObject({
    kind: "execute",
    content: [{ type: "terminal", terminalId: id }],
    _meta: { terminal_info: { terminal_id: id } },
  });
  const updates = editor.of("tool_call_update").filter(({ toolCallId }) => toolCallId === id);
  const sent = JSON.stringify(updates.map(({ _meta }) => _meta?.terminal_output ?? {}));
  expect(sent).toContain("one");
  expect(sent).toContain("two");
  expect(sent).not.toMatch(/\\u001b|\\u0007/);
  expect(updates.at(-1)).toMatchObject({
    status: "completed",
    content: [{ type: "terminal", terminalId: id }],
    _meta: { terminal_exit: { terminal_id: id, exit_code: 0 } },
  });
  await editor.prompt(session, "run `false`");
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({
    status: "failed",
    _meta: { terminal_exit: { exit_code: 1 } },
  });
});
