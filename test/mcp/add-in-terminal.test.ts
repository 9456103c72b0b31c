import { expect, test } from "vitest";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine } from "../agent/command-line.ts";

const TOOLS = [
  { name: "look", description: "Looks at the desk", annotations: { readOnlyHint: true } },
  { name: "wipe", description: "Wipes the desk", annotations: { destructiveHint: true } },
  { name: "post", description: "Posts a letter", annotations: { openWorldHint: true } },
].map((tool) => ({ ...tool, inputSchema: { type: "object" } }));

/** A server whose tools stand differently. */
const SERVER = `
let rest = "";
process.stdin.on("data", (piece) => {
  const lines = (rest + piece).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    const answer = (end) => console.log(JSON.stringify({ jsonrpc: "2.0", id, ...end }));
    const about = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "desk", version: "1" } };
    if (method === "initialize") answer({ result: about });
    else if (method === "tools/list") answer({ result: { tools: ${JSON.stringify(TOOLS)} } });
    else if (id !== undefined) answer({ error: { code: -32601, message: "no such method" } });
  }
});
`;

const verdictOf = async (cli: Awaited<ReturnType<typeof aCommandLine>>, tool: string) => {
  const ran = await cli.run(["policy", "explain", `desk__${tool}`, "--input", "{}", "--json"]);
  return JSON.parse(ran.stdout).verdict;
};

test.runIf(hasTmux)(
  "mcp add shows what is allowed, asked and off, and one key turns on what is off",
  async () => {
    await using cli = await aCommandLine({ "server.mjs": SERVER });
    await using terminal = await aTerminal(cli, ["mcp", "add", "desk", "--", "node", "./server.mjs"]);
    const shown = await terminal.until(/Enter = leave off:/);
    expect(shown).toMatch(/TOOL +NOW +RISK/);
    const rows = shown
      .split("\n")
      .flatMap((line) => /^(look|post|wipe) +(\w+) +(\w+)/.exec(line)?.slice(1, 4).join(" ") ?? []);
    expect(rows).toEqual(["look asked medium", "wipe off high", "post off high"]);
    expect(shown).toMatch(/2 tools of desk are off, because they can delete, overwrite or reach out/);
    terminal.type("x");
    await terminal.until(/Type a, or press Enter\./);
    expect(await verdictOf(cli, "wipe")).toBe("deny");
    terminal.type("a");
    await terminal.until(/desk__\*: asked each time\. To take it back: dejima policy forget 'desk__\*'/);
    for (const tool of ["look", "wipe", "post"]) expect(await verdictOf(cli, tool)).toBe("ask");
    expect((await cli.run(["policy", "forget", "desk__*"])).code).toBe(0);
    expect(await verdictOf(cli, "wipe")).toBe("deny");
  },
);

test("mcp add of an image where there is no container engine says so, and adds nothing", async () => {
  await using cli = await aCommandLine({ "dejima.yaml": "sandbox: { socket: ./no-engine.sock }\n" });
  const added = await cli.run(["mcp", "add", "box", "--", "docker", "run", "-i", "--rm", "image"]);
  expect(added.code).toBe(4);
  expect(added.stderr).toMatch(/Cannot use the container engine at \S*no-engine\.sock.* Start Docker/);
  expect((await cli.run(["mcp", "list", "--json"])).stdout).not.toContain("box");
});

test("mcp add without a terminal says how to turn tools on, and changes nothing", async () => {
  await using cli = await aCommandLine({ "server.mjs": SERVER });
  const added = await cli.run(["mcp", "add", "desk", "--json", "--", "node", "./server.mjs"]);
  expect(added.code, added.stderr).toBe(0);
  expect(JSON.parse(added.stdout).standings).toEqual([
    expect.objectContaining({ tool: "look", verdict: "ask" }),
    expect.objectContaining({ tool: "wipe", verdict: "deny" }),
    expect.objectContaining({ tool: "post", verdict: "deny" }),
  ]);
  expect(added.stderr).toContain("dejima policy ask 'desk__*'");
  expect(added.stderr).toContain("dejima policy ask 'desk__wipe'");
  expect(await verdictOf(cli, "wipe")).toBe("deny");
});

test("mcp add lets a server see its program, its script and further folders", async () => {
  await using cli = await aCommandLine({ "made/server.mjs": SERVER, "notes/a.txt": "a" });
  const command = [process.execPath, "made/server.mjs"];
  const added = await cli.run(["mcp", "add", "desk", "--folder", "./notes", "--json", "--", ...command]);
  expect(added.code, added.stderr).toBe(0);
  expect(JSON.parse(added.stdout).tools).toHaveLength(3);
  const foldersOf = async () => {
    const { stdout } = await cli.run(["config", "show", "--json"]);
    return JSON.parse(stdout).config.mcpServers.desk.folders;
  };
  expect(await foldersOf()).toEqual([expect.stringContaining("node_modules"), "./made", "./notes"]);
  const more = ["--force", "--write-folder", ".", "--json"];
  const wide = await cli.run(["mcp", "add", "desk", ...more, "--", ...command]);
  expect(wide.code, wide.stderr).toBe(0);
  expect(await foldersOf()).toEqual([expect.stringContaining("node_modules"), { path: ".", write: true }]);
});
