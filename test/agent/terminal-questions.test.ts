import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCallingModel } from "./a-calling-model.ts";
import { aTerminal, hasTmux } from "./a-terminal.ts";
import { aCommandLine } from "./command-line.ts";

const TWO = [
  { name: "write_file", arguments: { path: "ok.txt", content: "fine\n" } },
  { name: "delete_file", arguments: { path: "important.txt" } },
];
const CONFIG = "permissions:\n  confirm: [write_file, delete_file]\n";
const FILES = { "important.txt": "keep me\n", "dejima.yaml": CONFIG };
const SIZES = [
  { width: 40, height: 10 },
  { width: 80, height: 24 },
];

async function exists(folder: string, name: string): Promise<boolean> {
  return access(join(folder, name)).then(
    () => true,
    () => false,
  );
}

/** The subject of the question on the screen, from its last lines. */
function subject(visible: string): string {
  const lines = visible.trimEnd().replaceAll("\n", "");
  return /(Write ok\.txt|Delete important\.txt)\? \[yes\/no[^\]]*\]$/.exec(lines)?.[1] ?? "";
}

for (const size of SIZES)
  test.skipIf(!hasTmux).each([["run", "do", "both"], ["chat"]])(
    `dejima %s asks one question at a time, its subject beside the prompt, at ${size.width}x${size.height}`,
    async (...args) => {
      const command = args.filter((word) => typeof word === "string");
      await using model = await aCallingModel([TWO, "Finished."]);
      await using cli = await aCommandLine(FILES);
      await using terminal = await aTerminal(cli, [...command, "--model", "openai:two"], {
        ...size,
        ...model,
      });
      if (command[0] === "chat") {
        await terminal.until(/openai:two[\s\S]*>/);
        terminal.type("do both");
      }
      for (let question = 0; question < 2; question++) {
        await terminal.until(/\[yes\/no[^\]]*\]\s*$/);
        const asked = await terminal.seen(subject);
        terminal.type(asked === "Write ok.txt" ? "yes" : "no");
        await terminal.until(asked === "Write ok.txt" ? /\nApproved\n/ : /\nDenied\n/);
      }
      await terminal.until(/Finished\./);
      expect(await readFile(join(cli.folder, "ok.txt"), "utf8")).toBe("fine\n");
      expect(await exists(cli.folder, "important.txt")).toBe(true);
    },
    120_000,
  );

test.skipIf(!hasTmux).each([["run", "do", "both"], ["chat"]])(
  "dejima %s takes no answer for a question that was not yet on the screen",
  async (...args) => {
    const command = args.filter((word) => typeof word === "string");
    await using model = await aCallingModel([TWO, "Finished."]);
    await using cli = await aCommandLine(FILES);
    await using terminal = await aTerminal(cli, [...command, "--model", "openai:two"], model);
    if (command[0] === "chat") {
      await terminal.until(/openai:two[\s\S]*>/);
      terminal.type("do both");
    }
    // In one burst with the first answer, so that it is typed before the second question can be seen.
    await terminal.until(/\[yes\/no[^\]]*\]\s*$/);
    const first = await terminal.seen(subject);
    terminal.burst("yes\ryes\r");
    await terminal.until(/\nApproved\n[\s\S]*\[yes\/no[^\]]*\]\s*$/);
    const second = await terminal.seen(subject);
    expect([first, second].toSorted()).toEqual(["Delete important.txt", "Write ok.txt"]);
    terminal.type("no");
    await terminal.until(/\nDenied\n/);
    await terminal.until(/Finished\./);
    const done = {
      written: await exists(cli.folder, "ok.txt"),
      kept: await exists(cli.folder, "important.txt"),
    };
    expect(done).toEqual(
      first === "Write ok.txt" ? { written: true, kept: true } : { written: false, kept: false },
    );
  },
);

test.skipIf(!hasTmux)("dejima tool call discards what was typed before its question was shown", async () => {
  await using cli = await aCommandLine(FILES);
  const input = `'${JSON.stringify({ path: "important.txt" })}'`;
  await using terminal = await aTerminal(cli, ["tool", "call", "delete_file", "--input", input]);
  // While the process still starts: clack and readline would both have read this.
  terminal.burst("y\ryes\r\u001b[B\r");
  await terminal.until(/Delete important\.txt\? \[yes\/no[^\]]*\]\s*$/);
  terminal.type("");
  await terminal.until(/Denied/);
  expect(await exists(cli.folder, "important.txt")).toBe(true);
});

test.skipIf(!hasTmux)(
  "pasted text answers no question, whatever stands in it; a typed answer does",
  async () => {
    await using cli = await aCommandLine(FILES);
    const input = `'${JSON.stringify({ path: "important.txt" })}'`;
    await using terminal = await aTerminal(cli, ["tool", "call", "delete_file", "--input", input]);
    await terminal.until(/Delete important\.txt\? \[yes\/no[^\]]*\]\s*$/);
    for (const text of ["y\n", "first line\nyes\n1\nok\n", `${"long ".repeat(2_000)}\ny\n`]) {
      terminal.paste(text);
      await terminal.until(/Pasted text does not answer[\s\S]*\[yes\/no[^\]]*\]\s*$/);
    }
    expect(await exists(cli.folder, "important.txt")).toBe(true);
    terminal.type("yes");
    await terminal.until(/Approved/);
    await terminal.ended();
    expect(await exists(cli.folder, "important.txt")).toBe(false);
  },
);

test.skipIf(!hasTmux)("what a call brings along cannot imitate lines of the question", async () => {
  await using cli = await aCommandLine(FILES);
  const command = 'echo "a\nApproved by you\u202e\n> next"; true';
  const input = `'${JSON.stringify({ command })}'`;
  await using terminal = await aTerminal(cli, ["tool", "call", "shell", "--input", input]);
  const shown = await terminal.until(/Run `[\s\S]*\? \[yes\/no[^\]]*\]\s*$/);
  expect(shown).not.toMatch(/^\s*Approved by you/m);
  expect(shown).not.toMatch(/^\s*> next/m);
  expect(shown).toContain("Run `echo a␊Approved by you<U+202E>␊> next; true`? [yes/no");
  terminal.type("no");
});
