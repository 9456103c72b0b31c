import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";
import { COMMAND } from "../support/command.ts";

const TIMEOUT = 60_000;
const HELD =
  '{\n  // mine\n  "theme": "dark",\n  "agent_servers": {\n    "other": { "command": "x" }, // keep\n  },\n}\n';

test.each([
  ["zed", ".config/zed/settings.json", { type: "custom" }],
  ["jetbrains", ".jetbrains/acp.json", {}],
])(
  "dejima acp install %s writes an entry that starts the agent, and uninstall takes it back",
  { timeout: TIMEOUT },
  async (editor, place, further) => {
    await using cli = await aCommandLine();
    const file = join(cli.folder, place);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, HELD);
    const shown = await cli.run(["acp", "install", editor]);
    expect(shown).toMatchObject({ code: 3, stdout: expect.stringContaining("Nothing was written") });
    expect(await readFile(file, "utf8")).toBe(HELD);
    expect((await cli.run(["acp", "install", editor, "--yes"])).code).toBe(0);
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/\/\/ mine[\s\S]*\/\/ keep/);
    const { dejima, other } = parse(text, [], { allowTrailingComma: true }).agent_servers;
    expect(other).toEqual({ command: "x" });
    expect(dejima).toEqual({ ...further, command: process.execPath, args: [COMMAND, "acp"], env: {} });
    const hello = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } };
    const { stdout } = spawnSync(dejima.command, dejima.args, {
      cwd: cli.folder,
      env: { HOME: cli.folder, PATH: process.env.PATH },
      input: `${JSON.stringify(hello)}\n`,
      encoding: "utf8",
    });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { agentInfo: { name: "dejima" } } });
    expect((await cli.run(["acp", "install", editor, "--yes"])).stdout).toContain("needs no change");
    expect((await cli.run(["acp", "uninstall", editor, "--yes"])).code).toBe(0);
    expect(parse(await readFile(file, "utf8"), [], { allowTrailingComma: true })).toEqual(
      parse(HELD, [], { allowTrailingComma: true }),
    );
  },
);

test("dejima acp install neovim writes its own module, and does not touch a foreign one", {
  timeout: TIMEOUT,
}, async () => {
  await using cli = await aCommandLine();
  const file = join(cli.folder, ".config/nvim/lua/dejima_acp.lua");
  const installed = await cli.run(["acp", "install", "neovim", "--yes"]);
  expect(installed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('require("dejima_acp").avante'),
  });
  expect(await readFile(file, "utf8")).toContain(`args = { "${COMMAND}", "acp" }`);
  expect((await cli.run(["acp", "uninstall", "neovim", "--yes"])).code).toBe(0);
  expect(existsSync(file)).toBe(false);
  await writeFile(file, "return {}\n");
  for (const word of ["install", "uninstall"])
    expect((await cli.run(["acp", word, "neovim", "--yes"])).stderr).toContain("not Dejima's");
  expect(await readFile(file, "utf8")).toBe("return {}\n");
});
