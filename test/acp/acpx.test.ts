import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { aSearchServer } from "../agent/a-search-server.ts";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";
import { COMMAND } from "../support/command.ts";

const acpx = new URL("peers/node_modules/acpx/dist/cli.js", import.meta.url).pathname;
const isInstalled = existsSync(acpx);
if (!isInstalled) console.log("acp: acpx is not installed, so its tests are passed over");

/** One prompt through acpx, a headless client that others wrote; gives what it shows. */
async function prompt(cli: CommandLine, how: "--approve-all" | "--deny-all", words: string): Promise<string> {
  const agent = `${process.execPath} ${COMMAND} acp`;
  const child = spawn(process.execPath, [acpx, "--agent", agent, "--cwd", cli.folder, how, "exec", words], {
    cwd: cli.folder,
    env: { PATH: process.env.PATH, HOME: cli.folder, OLLAMA_HOST: "http://127.0.0.1:9" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return text(child.stdout);
}

test.skipIf(!isInstalled)(
  "acpx plays the three scenes, with a yes and with a no",
  { timeout: 180_000 },
  async () => {
    await using engine = await aSearchServer();
    await using cli = await aCommandLine({
      "hello.sh": "echo hello from the $(echo harbour)\n",
      "notes.md": "buy milk\n",
      "dejima.yaml": engine.config,
    });
    expect(await prompt(cli, "--deny-all", "look up the weather in Tokyo")).toMatch(
      /18°C, cloudy[\s\S]*end_turn/,
    );
    expect(await prompt(cli, "--deny-all", "what is in notes.md")).toMatch(/buy milk[\s\S]*end_turn/);
    expect(await prompt(cli, "--approve-all", "run hello.sh")).toMatch(
      /request_permission[\s\S]*completed[\s\S]*hello from the harbour[\s\S]*end_turn/,
    );
    const refused = await prompt(cli, "--deny-all", "run hello.sh");
    expect(refused).toMatch(/request_permission[\s\S]*failed[\s\S]*end_turn/);
    expect(refused).not.toContain("hello from the harbour");
    const [denied, approved] = JSON.parse((await cli.run(["approvals", "list", "--all", "--json"])).stdout);
    expect(denied).toMatchObject({ status: "denied", answers: [{ by: "local", door: "acp" }] });
    expect(approved).toMatchObject({ status: "approved", answers: [{ by: "local", door: "acp" }] });
    expect(existsSync(join(cli.folder, ".dejima"))).toBe(true);
  },
);
