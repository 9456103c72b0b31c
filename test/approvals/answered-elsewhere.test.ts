import { access } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aCallingModel } from "../agent/a-calling-model.ts";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine } from "../agent/command-line.ts";

const WRITE = [{ name: "write_file", arguments: { path: "out.txt", content: "text" } }];
const YAML = { "dejima.yaml": "permissions:\n  confirm: [write_file]\n" };

test.skipIf(!hasTmux).each([
  ["approve", true],
  ["deny", false],
] as const)(
  "a prompt in the terminal ends and says so when another process answers (%s)",
  async (answer, runs) => {
    await using model = await aCallingModel([WRITE, "Finished."]);
    await using cli = await aCommandLine(YAML);
    await using terminal = await aTerminal(cli, ["run", "write", "--model", "openai:m"], model);
    await terminal.until(/\[yes\/no[^\]]*\]\s*$/);
    const [question] = JSON.parse((await cli.run(["approvals", "list", "--json"])).stdout);
    expect((await cli.run(["approvals", answer, question.id])).code).toBe(0);
    const screen = await terminal.until(/Finished\./);
    expect(screen).toMatch(/\[yes\/no[^\]]*\]\s*\n\s*.*elsewhere/i);
    await terminal.ended();
    const isWritten = access(join(cli.folder, "out.txt")).then(
      () => true,
      () => false,
    );
    expect(await isWritten).toBe(runs);
  },
);
