import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";
import { anEditor } from "./an-editor.ts";

const TIMEOUT = 120_000;
const capabilities = { fs: { readTextFile: true, writeTextFile: true } };
const config = 'permissions:\n  safe: ["write_file(./*.txt)"]\n';

test("reading sees unsaved text every time; writing does not overwrite it", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine({ "notes.txt": "saved\r\n", "dejima.yaml": config });
  const buffers = new Map([[join(cli.folder, "notes.txt"), "not saved\n"]]);
  const asked: string[] = [];
  await using editor = await anEditor(cli, {
    capabilities,
    read(path) {
      asked.push(path);
      const text = buffers.get(path);
      if (text === undefined) throw new Error("not open");
      return text;
    },
  });
  const session = await editor.begin();
  await editor.prompt(session, "what is in notes.txt");
  expect(editor.said(session)).toContain("not saved");
  buffers.set(join(cli.folder, "notes.txt"), "typed since\n");
  await editor.prompt(session, "what is in notes.txt");
  expect(editor.said(session)).toContain("typed since");

  await editor.prompt(session, "write two to notes.txt");
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
  expect(JSON.stringify(editor.of("tool_call_update").at(-1))).toContain("unsaved changes in the editor");
  expect(await readFile(join(cli.folder, "notes.txt"), "utf8")).toBe("saved\r\n");

  // An editor keeps line ends to itself: this is saved.
  buffers.set(join(cli.folder, "notes.txt"), "saved\n");
  await editor.prompt(session, "write two to notes.txt");
  expect(await readFile(join(cli.folder, "notes.txt"), "utf8")).toBe("two");
  await writeFile(join(cli.folder, "other.txt"), "on the disk\n");
  await editor.prompt(session, "what is in other.txt");
  expect(editor.said(session)).toContain("on the disk");
  expect(new Set(asked)).toEqual(new Set(["notes.txt", "other.txt"].map((name) => join(cli.folder, name))));
});

test("an editor is not asked about a file that the call may not read", { timeout: TIMEOUT }, async () => {
  await using cli = await aCommandLine({
    "secret.txt": "on the disk\n",
    "dejima.yaml": 'permissions:\n  deny: ["read_file(./secret.txt)"]\n',
  });
  const asked: string[] = [];
  await using editor = await anEditor(cli, { capabilities, read: (path) => String(asked.push(path)) });
  const session = await editor.begin();
  await editor.prompt(session, "what is in secret.txt");
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
  expect(asked).toEqual([]);
});
