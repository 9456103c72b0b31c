import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aTerminal, hasTmux } from "./a-terminal.ts";
import { aCommandLine } from "./command-line.ts";

const WRITE = 'Write "hello" to notes.txt';

test.runIf(hasTmux)(
  "a newcomer with an empty HOME turns writing on in dejima chat, changes the rule and undoes it without touching a file",
  async () => {
    await using cli = await aCommandLine();
    const config = () => readFile(join(cli.folder, "dejima.yaml"), "utf8");
    await using terminal = await aTerminal(cli, ["chat"]);
    // What is typed before the first prompt is not lost.
    await terminal.until(/offline:rules/);
    terminal.type(WRITE);
    await terminal.until(
      /Writing files is off in this folder[\s\S]*2\. Yes, and turn it on in this folder[\s\S]*1\/2\/3/,
    );
    terminal.type("2");
    await terminal.until(/Approved/);
    await expect
      .poll(() => readFile(join(cli.folder, "notes.txt"), "utf8"), { timeout: 60_000 })
      .toMatch(/hello/);
    expect(await config()).toMatch(/confirm:[\s\S]*- writing/);
    terminal.type("/rules");
    await terminal.until(/asked each time +writing/);
    terminal.type("/deny writing");
    await terminal.until(
      /writing: never in this folder\. 1 of \d+ past calls would have been decided differently\. To undo: \/ask writing/,
    );
    expect(await config()).toMatch(/deny:[\s\S]*- writing/);
    terminal.type("/ask writing");
    await terminal.until(/writing: asked each time in this folder\./);
    terminal.type("/forget writing");
    await terminal.until(/Removed writing\. To undo: \/ask writing/);
    expect(await config()).not.toContain("- writing");
    terminal.type(WRITE.replace("hello", "again"));
    await terminal.until(/"again"}[\s\S]*Writing files is off in this folder[\s\S]*\[yes\/no\/1\/2\/3\]/);
    terminal.type("1");
    await terminal.until(/Approved[\s\S]*Approved/);
    await expect
      .poll(() => readFile(join(cli.folder, "notes.txt"), "utf8"), { timeout: 60_000 })
      .toMatch(/again/);
    terminal.type("/rules");
    await terminal.until(/asked each time, in this conversation +writing/);
    terminal.type("/forget writing");
    await terminal.until(/writing is off again in this conversation/);
    terminal.type(WRITE.replace("hello", "once more"));
    await terminal.until(/"once more"}[\s\S]*Writing files is off in this folder[\s\S]*\[yes\/no\/1\/2\/3\]/);
    terminal.type("no");
    await terminal.until(/Denied/);
    expect(await readFile(join(cli.folder, "notes.txt"), "utf8")).not.toMatch(/once more/);
  },
);
