import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { COMMAND } from "../support/command.ts";
import { SHARED_CACHE } from "../support/trust.ts";
import { installPeers, peerModules } from "./peers.ts";

const run = promisify(execFile);

test("the approve command that is printed for a tool of a skill's server works as it is", async () => {
  installPeers();
  const workspace = await mkdtemp(join(tmpdir(), "dejima-bound-"));
  const skill = join(workspace, "with-memory");
  await mkdir(skill);
  const header = `name: with-memory\ndescription: Remembers things in a graph\ncontract:\n  folders:\n    - "${peerModules}"`;
  await writeFile(join(skill, "SKILL.md"), `---\n${header}\n---\nUse the memory server.\n`);
  const script = join(peerModules, "@modelcontextprotocol/server-memory/dist/index.js");
  const servers = { mcpServers: { memory: { command: "node", args: [script] } } };
  await writeFile(join(skill, "mcp.json"), JSON.stringify(servers));
  const home = join(workspace, ".dejima");
  const runtime = createRuntime({ workspace, home });
  let printed: string;
  try {
    await runtime.skills.install("with-memory", { accept: async () => true, override: true });
    const open = await runtime.openRun({ skills: ["with-memory"] });
    const tool = runtime.tools().find(({ name }) => name.includes("read_graph"))?.name ?? "";
    const outcome = await open.execute({ tool, input: {} });
    await open.end("failed");
    if (outcome.type !== "failure") throw new Error("it ran without an approval");
    printed = String(outcome.error.details.replay);
    expect(outcome.error.message).toContain(printed);
  } finally {
    await runtime.close();
  }
  try {
    const env = { PATH: process.env.PATH ?? "", HOME: workspace, ...SHARED_CACHE };
    const command = printed.replace(
      /^dejima /,
      `'${process.execPath}' '${COMMAND}' --json --home '${home}' `,
    );
    const { stdout } = await run("sh", ["-c", command], { cwd: workspace, env });
    expect(JSON.parse(stdout)).toMatchObject({ type: "success" });
  } finally {
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
