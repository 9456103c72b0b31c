import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { installPeers, peerModules } from "./peers.ts";

test("the servers that a skill brings along are there while it is active, and gone with the run", async () => {
  installPeers();
  const workspace = await mkdtemp(join(tmpdir(), "dejima-bound-"));
  const skill = join(workspace, "with-memory");
  await mkdir(skill);
  const header = `name: with-memory\ndescription: Remembers things in a graph\ncontract:\n  folders:\n    - "${peerModules}"`;
  await writeFile(join(skill, "SKILL.md"), `---\n${header}\n---\nUse the memory server.\n`);
  const script = join(peerModules, "@modelcontextprotocol/server-memory/dist/index.js");
  await writeFile(
    join(skill, "mcp.json"),
    JSON.stringify({ mcpServers: { memory: { command: "node", args: [script] } } }),
  );
  const runtime = createRuntime({ workspace, ask: async () => ({ answer: "approve", by: "test" }) });
  try {
    const { skills } = runtime;
    await skills.install("with-memory", { accept: async () => true, override: true });
    const bound = () =>
      runtime
        .tools()
        .filter(({ source }) => source === "mcp")
        .map(({ name }) => name);
    expect(bound()).toEqual([]);
    const run = await runtime.openRun({ skills: ["with-memory"] });
    const name =
      bound().find((tool) => tool.includes("read_graph")) ?? expect.unreachable(bound().join(", "));
    expect(await run.execute({ tool: name, input: {} })).toMatchObject({ type: "success" });
    await run.end("done");
    await expect.poll(bound).toEqual([]);
  } finally {
    await runtime.close();
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
