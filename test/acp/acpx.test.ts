import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { aSearchServer } from "../agent/a-search-server.ts";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";
import { COMMAND } from "../support/command.ts";
import { SHARED_CACHE } from "../support/trust.ts";

const acpx = new URL("peers/node_modules/acpx/dist/cli.js", import.meta.url).pathname;
const isInstalled = existsSync(acpx);
if (!isInstalled) console.log("acp: acpx is not installed, so its tests are passed over");

/** Runs acpx, a headless client that others wrote; gives what it shows. */
function runAcpx(
  cli: CommandLine,
  args: readonly string[],
  agent = `${process.execPath} ${COMMAND} acp`,
): Promise<string> {
  const child = spawn(process.execPath, [acpx, "--agent", agent, "--cwd", cli.folder, ...args], {
    cwd: cli.folder,
    env: { PATH: process.env.PATH, HOME: cli.folder, ...SHARED_CACHE, OLLAMA_HOST: "http://127.0.0.1:9" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return text(child.stdout);
}

const prompt = (cli: CommandLine, how: "--approve-all" | "--deny-all", words: string) =>
  runAcpx(cli, [how, "exec", words]);

test.skipIf(!isInstalled)("acpx plays the three scenes, with a yes and with a no", async () => {
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
});

test.skipIf(!isInstalled || !hasTmux)(
  "acpx resumes a session whose agent was killed with kill -9 while a permission was open; the call runs once",
  { timeout: 300_000 },
  async () => {
    await using cli = await aCommandLine({
      "hello.sh": "echo ran >> ran.txt; echo hello from the harbour\n",
      "agent.sh": `echo $$ > agent.pid
        [ ! -e quiet ] && exec ${process.execPath} ${COMMAND} acp
        ${process.execPath} ${COMMAND} acp | grep --line-buffered -v session/request_permission\n`,
    });
    const agent = `sh ${join(cli.folder, "agent.sh")}`;
    const inFolder = (name: string) => readFile(join(cli.folder, name), "utf8").catch(() => "");
    {
      const args = [
        "--agent",
        `'${agent}'`,
        "--cwd",
        cli.folder,
        "--approve-reads",
        "exec",
        "'run hello.sh'",
      ];
      await using terminal = await aTerminal(cli, args, { program: acpx });
      await terminal.until(/\[permission\] Allow[^\n]*hello\.sh/);
      process.kill(Number(await inFolder("agent.pid")), "SIGKILL");
      await terminal.ended();
    }
    const run = (...args: string[]) => runAcpx(cli, args, agent);
    const listed = await run("--format", "json", "sessions", "list", "--filter-cwd", cli.folder);
    const [session] = JSON.parse(listed).sessions;
    expect(session).toMatchObject({ title: "run hello.sh" });
    expect(await inFolder("ran.txt")).toBe("");
    try {
      // acpx ends the agent as soon as it has the session: a yes from here could be cut off in the middle of the call.
      await writeFile(join(cli.folder, "quiet"), "");
      await run("--approve-all", "sessions", "new", "--resume-session", session.sessionId);
      await rm(join(cli.folder, "quiet"));
      const shown = await run("--approve-all", "what time is it in Tokyo?");
      expect(shown).toMatch(/session\/resume[\s\S]*Asia\/Tokyo/);
      const states = async () => JSON.parse((await cli.run(["log", "list", "--json"])).stdout);
      await expect
        .poll(states, { timeout: 60_000, interval: 500 })
        .toMatchObject([{ status: "done" }, { status: "done", title: "run hello.sh" }]);
    } finally {
      // Ends the process that keeps the agent for the next prompt.
      await run("sessions", "close");
    }
    expect(await inFolder("ran.txt")).toBe("ran\n");
    const approvals = JSON.parse((await cli.run(["approvals", "list", "--all", "--json"])).stdout);
    expect(approvals).toMatchObject([{ status: "approved", answers: [{ by: "local", door: "acp" }] }]);
  },
);
